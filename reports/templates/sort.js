// Sorts a table by the head that is pressed: numbers highest first, words from A. Rows with too few games and cells
// without a number stay last. Folded parts open for print.
const words = new Intl.Collator("en", { numeric: true });
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const keyOf = (row, column) => {
    const cell = row.cells[column];
    return "sort" in cell.dataset ? Number(cell.dataset.sort) : cell.textContent;
  };
  const isLast = (row, key) => 2 * row.classList.contains("thin") + Number.isNaN(key);
  heads.forEach((head, column) => {
    const isNumber = body.rows.length > 0 && "sort" in body.rows[0].cells[column].dataset;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const isUp = before === null ? !isNumber : before === "descending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      const order = (a, b) => (typeof a === "number" ? a - b : words.compare(a, b)) * (isUp ? 1 : -1);
      const rows = [...body.rows].map((row) => [row, keyOf(row, column)]);
      rows.sort(([a, x], [b, y]) => isLast(a, x) - isLast(b, y) || order(x, y) || 0);
      body.replaceChildren(...rows.map(([row]) => row));
    });
  });
}
for (const part of document.querySelectorAll(".script")) part.hidden = false;
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")];
  for (const part of opened) part.open = true;
});
addEventListener("afterprint", () => {
  for (const part of opened) part.open = false;
});
