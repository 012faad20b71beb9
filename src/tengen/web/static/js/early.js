// Runs before anything is painted, so that a chosen theme does not flash in after the system's. No module: those wait.
{
  try {
    const chosen = localStorage.getItem("tengen.theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage is closed to us: the system's theme stands.
  }
}
