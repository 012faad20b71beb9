// The browser's storage between visits, if available.

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
 * Return an object stored as JSON, or an empty one.
 * @param {string} name
 * @returns {Record<string, any>}
 */
export function recallObject(name) {
  try {
    const found = JSON.parse(recall(name) ?? "{}");
    return found !== null && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {}; // written by another version, or by hand
  }
}

/**
 * @param {string} name
 * @param {string | null} value null deletes
 */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(`tengen.${name}`);
    else localStorage.setItem(`tengen.${name}`, value);
  } catch {
    // Without storage the choice holds for this page.
  }
}
