"""Rows of many heights, each with its number first."""

import re


def line(number):
    """A row that may take several lines, so that heights differ."""
    return f"{number} " + "word " * (number * 7919 % 60 if number % 5 == 0 else 3)


def lines(first, last):
    return [line(number) for number in range(first, last + 1)]


def top_of(page, number):
    return page.page.locator(".row", has_text=re.compile(f"^{number} ")).bounding_box()["y"]
