// The background of a notebook's output: whether it is dark, and when that or its width may have changed.

/** Milliseconds for a theme to load. */
const LOADING = 600;

/**
 * Check whether the background is dark, by the host's settings or its colour.
 * @param {Element} element
 * @returns {boolean}
 */
export function isDark(element) {
  const { dataset, classList } = document.body;
  if (dataset.jpThemeLight) return dataset.jpThemeLight === "false";
  if (classList.contains("vscode-dark") || classList.contains("vscode-high-contrast")) return true;
  if (classList.contains("vscode-light")) return false;
  for (let each = /** @type {Element | null} */ (element); each; each = each.parentElement) {
    const [red, green, blue, opacity = 1] = (getComputedStyle(each).backgroundColor.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    if (opacity > 0.5) return 0.3 * red + 0.6 * green + 0.1 * blue < 128;
  }
  return false;
}

/**
 * Call a listener when the ground may have changed.
 * @param {Element} element
 * @param {() => void} listener
 * @returns {() => void} what ends that
 */
export function onGround(element, listener) {
  const soon = () => (listener(), setTimeout(listener, LOADING));
  const theme = new MutationObserver(soon);
  for (const each of [document.documentElement, document.body]) theme.observe(each, { attributes: true });
  const size = new ResizeObserver(listener);
  size.observe(element);
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", soon);
  return () => {
    theme.disconnect();
    size.disconnect();
    system.removeEventListener("change", soon);
  };
}
