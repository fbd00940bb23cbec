"""What a person does to sign in and out."""

from playwright.sync_api import expect


def field(page):
    return page.page.get_by_label("Token", exact=True)


def sign_in(page, token):
    field(page).fill(token)
    page.page.get_by_role("button", name="Sign in").click()


def said(page):
    return page.page.locator(".sign-in p")


def let_in(page, token):
    sign_in(page, token)
    page.until_live()
    expect(field(page)).to_have_count(0)


def sign_out(page):
    page.page.get_by_role("button", name="Sign out").click()
