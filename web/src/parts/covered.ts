/** Whether a dialogue lies over an element, so that keys are not meant for it. */
export function covered(element: Element): boolean {
  const open = document.querySelector("dialog[open]");
  return open !== null && !open.contains(element);
}
