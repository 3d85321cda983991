// What a page looks like, measured in the browser: colours behind texts, sizes, overlaps. Each returns plain data.
(() => {
  const SVG = "http://www.w3.org/2000/svg";

  const rgba = (text) => {
    const found = text.match(/[\d.]+/g);
    if (!text.startsWith("rgb") || !found) return [0, 0, 0, 0];
    const [r, g, b, a = 1] = found.map(Number);
    return [r, g, b, a];
  };
  const over = (top, below) => [0, 1, 2].map((at) => top[3] * top[at] + (1 - top[3]) * below[at]);
  const light = (colour) => {
    const part = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(colour[0]) + 0.7152 * part(colour[1]) + 0.0722 * part(colour[2]);
  };
  const contrast = (a, b) => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };

  // The colour that an element paints at a place inside it: its background, or the fill of a shape.
  const paint = (element) => {
    const style = getComputedStyle(element);
    if (element.namespaceURI !== SVG) return rgba(style.backgroundColor);
    if (element.closest("text, clipPath, defs") || ["svg", "g"].includes(element.tagName)) return [0, 0, 0, 0];
    const colour = rgba(style.fill);
    colour[3] *= Number(style.fillOpacity) * Number(style.opacity);
    return colour;
  };
  const behind = (element, x, y) => {
    const stack = document.elementsFromPoint(x, y);
    const at = stack.findIndex((one) => one === element || element.contains(one) || one.contains(element));
    const layers = [];
    for (const one of stack.slice(Math.max(at, 0))) {
      if (element.namespaceURI === SVG && one === element) continue;
      const colour = paint(one);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] >= 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
  };

  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  // Of the cells of a table that are alike but for their numbers, so many are looked at.
  const MOST_ALIKE = 4;
  const texts = () => {
    const alike = new Map();
    const isNew = (element) => {
      const cell = element.closest("tbody td, tbody th");
      if (!cell) return true;
      const table = cell.closest("section, details").id;
      const kind = [table, cell.tagName, cell.className, cell.parentElement.className, element.className].join();
      alike.set(kind, (alike.get(kind) ?? 0) + 1);
      return alike.get(kind) <= MOST_ALIKE;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!walker.currentNode.textContent.trim() || element.closest("script, style, .unseen, .skip")) continue;
      if (isShown(element) && isNew(element)) found.push([walker.currentNode, element]);
    }
    return found;
  };

  // Every visible text with its contrast; the window must be as high as the page.
  const textContrast = () =>
    texts().flatMap(([node, element]) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const rect = [...range.getClientRects()].find((one) => one.width > 0 && one.right > 0 && one.left < innerWidth);
      if (!rect) return [];
      const style = getComputedStyle(element);
      const colour = rgba(element.namespaceURI === SVG ? style.fill : style.color);
      const x = Math.min(rect.left + rect.width / 2, innerWidth - 2);
      const below = behind(element, Math.max(x, 1), rect.top + rect.height / 2);
      const size = parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const ratio = contrast(over(colour, below), below);
      return [{ text: node.textContent.trim().slice(0, 40), ratio, isLarge }];
    });

  // Marks of the charts that carry data: lines, markers and bars in a colour of the series or in ink. Areas below half
  // opacity only underline what an outline or a line tells, bands and grids are background.
  const markContrast = () => {
    const root = getComputedStyle(document.documentElement);
    const probe = document.createElement("i");
    document.body.append(probe);
    const value = (name) => {
      probe.style.color = `var(${name})`;
      return rgba(getComputedStyle(probe).color);
    };
    const [paper, band, grid] = ["--paper", "--band", "--grid"].map(value);
    probe.remove();
    const isBackground = (colour) => [paper, band, grid].some((one) => one.slice(0, 3).join() === colour.slice(0, 3).join());
    return [...document.querySelectorAll("figure svg path, figure svg use")].flatMap((element) => {
      if (element.closest("defs, clipPath")) return [];
      const style = getComputedStyle(element);
      const painted = ["fill", "stroke"].map((kind) => {
        const colour = rgba(style[kind]);
        return [...colour.slice(0, 3), colour[3] * Number(style[`${kind}Opacity`]) * Number(style.opacity)];
      });
      return painted
        .filter((colour) => colour[3] > 0.5 && !isBackground(colour))
        .flatMap((colour) => [paper, band].map((below) => contrast(over(colour, below), below)))
        .map((ratio) => ({ figure: element.closest("figure").id, ratio }));
    });
  };

  // Texts of the charts: their size on the screen, those that reach out of their chart, and pairs that overlap.
  const chartTexts = () => {
    const found = { smallest: Infinity, cut: [], overlapping: [] };
    for (const svg of document.querySelectorAll("figure svg")) {
      const box = svg.getBoundingClientRect();
      const scale = box.width / svg.viewBox.baseVal.width;
      const all = [...svg.querySelectorAll("text")].map((text) => [text, text.getBoundingClientRect()]);
      for (const [at, [text, rect]] of all.entries()) {
        const name = `${svg.closest("figure").id}: ${text.textContent.trim()}`;
        found.smallest = Math.min(found.smallest, parseFloat(getComputedStyle(text).fontSize) * scale);
        const out = [box.left - rect.left, rect.right - box.right, box.top - rect.top, rect.bottom - box.bottom];
        if (Math.max(...out) > 1.5) found.cut.push(name);
        for (const [other, its] of all.slice(at + 1)) {
          const wide = Math.min(rect.right, its.right) - Math.max(rect.left, its.left);
          const high = Math.min(rect.bottom, its.bottom) - Math.max(rect.top, its.top);
          if (wide > 1 && high > 0.35 * Math.min(rect.height, its.height)) {
            found.overlapping.push(`${name} / ${other.textContent.trim()}`);
          }
        }
      }
    }
    return found;
  };

  // Characters that the page's fonts draw as the box that stands for what they lack.
  const boxes = (characters) => {
    const pen = Object.assign(document.createElement("canvas"), { width: 40, height: 40 }).getContext("2d", { willReadFrequently: true });
    const drawn = (character) => {
      pen.clearRect(0, 0, 40, 40);
      pen.font = `28px ${getComputedStyle(document.body).fontFamily}`;
      pen.fillText(character, 4, 30);
      return pen.getImageData(0, 0, 40, 40).data.join();
    };
    const lacking = drawn("\u{10FFFD}");
    return [...characters].filter((one) => drawn(one) === lacking);
  };

  // Rows of a table after its heads are pressed: for each column twice, [aria-sort, rows as [text, sort, isThin]].
  const sorted = (table) =>
    [...table.tHead.rows[0].cells].map((head, column) =>
      [1, 2].map(() => {
        head.querySelector("button").click();
        const others = [...table.tHead.rows[0].cells].filter((one) => one !== head && one.hasAttribute("aria-sort"));
        const rows = [...table.tBodies[0].rows].map((row) => {
          const cell = row.cells[column];
          return [cell.textContent, cell.dataset.sort ?? null, row.classList.contains("thin")];
        });
        return { sort: head.getAttribute("aria-sort"), others: others.length, rows };
      }),
    );

  // What reaches out of the window to the right, scrolled regions aside.
  const tooWide = () =>
    [...document.querySelectorAll("body *")]
      .filter((one) => !one.closest(".scroll > *, .unseen, .skip") && one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 40)}`);

  window.looks = { textContrast, markContrast, chartTexts, boxes, sorted, tooWide };
})();
