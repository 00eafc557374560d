/** The focusable elements. The heading of a page gets the focus when the page appears. */
const STOPS = 'a[href], button, input, select, textarea, summary, audio, h1[tabindex], [tabindex="0"]';

/** Parts of the page that are kept apart: a message is no neighbour of a button. */
const REGIONS = 'main, .notices';

/** Where the focus was: the element, and what could have it instead, nearest first. */
type FocusCandidates = readonly HTMLElement[];

/**
 * Moves the focus to the nearest element that is left when the one that has it is removed, such as the button of a video that was just
 * canceled. A browser would move it to the top of the page, where a screen reader begins to read again. A button that is disabled while its
 * request is under way gets the focus back.
 *
 * The pages need not know: this looks at the document. It does nothing for those who use a pointer.
 */
export function keepFocus(): void {
  /** By region, the latest last. */
  const places = new Map<Element, FocusCandidates>();
  let isPointerUsed = false;

  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || isInDialog(target)) return; // after a dialog the place is where it was opened
    const region = target.closest(REGIONS);
    if (!region) return places.clear();
    places.delete(region);
    places.set(region, placeOf(target, region));
  });
  addEventListener('keydown', () => (isPointerUsed = false), true);
  addEventListener(
    'pointerdown',
    () => {
      isPointerUsed = true;
      places.clear();
    },
    true,
  );

  new MutationObserver(() => {
    if (document.activeElement !== document.body || places.size === 0 || document.querySelector('[role=dialog]')) return;
    if (isPointerUsed) return places.clear();
    const [nearest] = [...places.values()].reverse().flatMap((place) => place.filter(canHaveFocus).slice(0, 1));
    nearest?.focus();
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'inert'] });
}

function isInDialog(element: Element): boolean {
  return element.closest('[role=dialog]') !== null;
}

function placeOf(element: HTMLElement, region: Element): FocusCandidates {
  const stops = [...region.querySelectorAll<HTMLElement>(STOPS)];
  const follows = (stop: Node) => (element.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const before = stops.filter((stop) => stop !== element && !follows(stop));
  return [element, ...stops.filter(follows), ...before.reverse()];
}

function canHaveFocus(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled, [inert] *') && element.checkVisibility();
}
