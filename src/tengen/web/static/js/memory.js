// What this browser remembers between visits; where storage is closed, nothing is.

/**
 * @param {string} name
 * @returns {string | null}
 */
export function recall(name) {
  try {
    return localStorage.getItem(`tengen.${name}`);
  } catch {
    return null;
  }
}

/**
 * Return an object that was remembered as JSON; where something else is kept, or nothing, one that is empty.
 * @param {string} name
 * @returns {Record<string, any>}
 */
export function recallObject(name) {
  try {
    const found = JSON.parse(recall(name) ?? "{}");
    return found !== null && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {}; // It was written by another version, or by hand.
  }
}

/**
 * @param {string} name
 * @param {string | null} value null forgets
 */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(`tengen.${name}`);
    else localStorage.setItem(`tengen.${name}`, value);
  } catch {
    // Storage is closed to us: the choice holds for this page.
  }
}
