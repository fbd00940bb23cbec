const OWN = "input, select, textarea, dialog, [popover]";

/** Whether something between the pressed point and the list moves or selects by itself: its drags are no pulls. */
export function takesDrag(event, list) {
  const path = event.composedPath();
  const inner = path.slice(0, Math.max(0, path.indexOf(list))).filter((one) => one instanceof Element);
  return inner.some((one) => one.matches(OWN) || one.isContentEditable || scrolls(one));
}

function scrolls(element) {
  return element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY);
}
