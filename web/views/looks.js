/** Adds looks to the tree that an element is in. One that has been taken out of it meanwhile needs none. */
export function addLooks(element, look) {
  const { adoptedStyleSheets } = element.getRootNode();
  if (adoptedStyleSheets && !adoptedStyleSheets.includes(look)) adoptedStyleSheets.push(look);
}
