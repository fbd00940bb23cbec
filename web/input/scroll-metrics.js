/** A list element's scroll metrics as samples carry them: of the list itself, whatever the views above it show. */
export function scrollMetrics(list) {
  return { top: list.scrollTop, height: list.scrollHeight, view: list.clientHeight };
}
