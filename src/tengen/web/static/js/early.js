// Runs before the first paint, so that the chosen theme does not flash in. Not a module, as those are deferred.
{
  try {
    const chosen = localStorage.getItem("tengen.theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the system's theme stays.
  }
}
