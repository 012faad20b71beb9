() => {
  const found = [];
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement: parent, data } = walk.currentNode;
    const apart = parent.closest("script, style, noscript, svg, [lang]:not(html)");
    if (data.trim() && !apart && seen(parent)) found.push(data.trim());
  }
  for (const name of ["aria-label", "title", "alt", "placeholder"])
    for (const each of document.querySelectorAll(`[${name}]`)) found.push(each.getAttribute(name));
  return [document.title, ...found];
}