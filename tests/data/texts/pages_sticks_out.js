() => {
    const scrolls = (each) => /auto|scroll/.test(getComputedStyle(each).overflowX);
    const scrolled = (each) => each && (scrolls(each) || scrolled(each.parentElement));
    const unseen = (each) => each.closest(".unseen, .skip") || !each.checkVisibility({ opacityProperty: true });
    const outside = ({ width, left, right }) => width > 0 && (right > innerWidth + 1 || left < -1);
    const { scrollWidth } = document.documentElement;
    const wide = scrollWidth > innerWidth;
    const which = wide ? "*" : ":is(a, button, input, select, textarea, img, p, h1, h2)";
    return [...document.querySelectorAll(`body ${which}`)]
        .filter((each) => outside(each.getBoundingClientRect()) && !unseen(each) && !scrolled(each.parentElement))
        .map((each) => each.outerHTML.slice(0, 160)).concat(wide ? [`${scrollWidth} wide`] : []);
}