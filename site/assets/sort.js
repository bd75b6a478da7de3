// Sorting of the tables marked data-sortable, by mouse and keyboard. Without it they stand as built.
"use strict";

function keyOf(row, column) {
  const cell = row.cells[column];
  const key = cell.dataset.sort ?? cell.textContent.trim();
  const number = Number(key);
  if (key === "" || key === "–") return null;
  return Number.isNaN(number) ? key : number;
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

function sortBy(table, header) {
  const column = header.cellIndex;
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const keys = new Map(rows.map((row) => [row, keyOf(row, column)]));
  const before = header.getAttribute("aria-sort");
  const numeric = rows.some((row) => typeof keys.get(row) === "number");
  const descending = before ? before === "ascending" : numeric;
  for (const other of header.parentElement.cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", descending ? "descending" : "ascending");
  const sign = descending ? -1 : 1;
  rows.sort((a, b) => {
    const [x, y] = [keys.get(a), keys.get(b)];
    // What has no value stands last in either direction.
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * compare(x, y);
  });
  body.append(...rows);
}

for (const table of document.querySelectorAll("table[data-sortable]")) {
  for (const header of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = header.textContent;
    button.addEventListener("click", () => sortBy(table, header));
    header.replaceChildren(button);
  }
}
