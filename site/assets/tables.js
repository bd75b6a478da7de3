// Sorting, filtering and saving of the tables marked data-sortable, by mouse and keyboard; what is
// chosen stands in the address. Without this script the tables stand as built.
"use strict";

const tables = [...document.querySelectorAll("table[data-sortable]")];
const nameOf = (table) => table.dataset.key ?? String(1 + tables.indexOf(table));
const state = new URLSearchParams(location.search);

// A choice is a step that Back undoes; what is typed into one field is a single step.
function remember(isSameStep) {
  const query = state.toString();
  const address = (query ? `?${query}` : location.pathname) + location.hash;
  if (isSameStep) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  searched = location.search;
}

let searched = location.search;
addEventListener("popstate", () => {
  if (location.search !== searched) location.reload();
});

// -- sorting ---------------------------------------------------------------------------------

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

function sortBy(table, header, descending) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const keys = new Map(rows.map((row) => [row, keyOf(row, header.cellIndex)]));
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

function chosen(table, header) {
  const before = header.getAttribute("aria-sort");
  const column = header.cellIndex;
  const numeric = [...table.tBodies[0].rows].some((row) => typeof keyOf(row, column) === "number");
  const descending = before ? before === "ascending" : numeric;
  sortBy(table, header, descending);
  const others = state.getAll("sort").filter((sorting) => !sorting.endsWith(`@${nameOf(table)}`));
  state.delete("sort");
  for (const sorting of others) state.append("sort", sorting);
  state.append("sort", `${descending ? "-" : ""}${column + 1}@${nameOf(table)}`);
  remember();
}

function sortAsRemembered() {
  for (const sorting of state.getAll("sort")) {
    const [, minus, number, name] = /^(-?)(\d+)@(.*)$/s.exec(sorting) ?? [];
    const table = tables.find((one) => nameOf(one) === name);
    const header = table?.tHead.rows[0].cells[Number(number) - 1];
    if (header) sortBy(table, header, minus === "-");
  }
}

// -- saving the rows shown, with raw numbers -----------------------------------------------------

const plain = (node) => (node.innerText ?? node.textContent).replace(/\s+/g, " ").trim();

// A cell of numbers holds a share in per cent, its interval, its n, or several of them.
const PARTS = [
  ["low", /(−?[\d.]+) to −?[\d.]+%/, 100],
  ["high", /−?[\d.]+ to (−?[\d.]+)%/, 100],
  ["n", /\bn ([\d,]+)/, 1],
];

const number = (text, per) => Number((Number(text.replace("−", "-").replaceAll(",", "")) / per).toFixed(6));

// The columns of a column: text as it stands, and each number of a numeric one without its format.
function columnsOf(header, rows) {
  const title = plain(header);
  const cells = rows.map((row) => row.cells[header.cellIndex]);
  const texts = cells.map(plain);
  if (!header.classList.contains("el-number") || title === "Rank") return [[title, texts]];
  const parts = PARTS.filter(([, sign]) => texts.some((text) => sign.test(text))).map(([name, sign, per]) => [
    `${title} ${name}`,
    texts.map((text) => (sign.test(text) ? number(sign.exec(text)[1], per) : "")),
  ]);
  const isInterval = parts.length > 0 && texts.every((text) => text === "–" || PARTS[0][1].exec(text)?.index === 0);
  const own = cells.map((cell, at) => (texts[at] === "–" ? "" : cell.dataset.sort ?? texts[at]));
  return isInterval ? parts : [[title, own], ...parts];
}

function shown(table) {
  const rows = [...table.tBodies[0].rows].filter((row) => !row.hidden);
  // A drawing says what the numbers beside it say.
  const headers = [...table.tHead.rows[0].cells].filter((header) => !("drawn" in header.dataset));
  const columns = headers.flatMap((header) => columnsOf(header, rows));
  return {
    columns: columns.map(([title]) => title),
    rows: rows.map((_, at) => columns.map(([, values]) => String(values[at]))),
  };
}

function csvCell(text) {
  // No spreadsheet is to take a name for a formula; a number is none.
  const safe = !/^-?[\d.]+$/.test(text) && /^[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const writers = {
  CSV: ({ columns, rows }) =>
    [columns, ...rows].map((cells) => cells.map(csvCell).join(",") + "\n").join(""),
  // Not an object a row: in these, names such as "1" would come first whatever the table's order.
  JSON: (rows) => JSON.stringify(rows, null, 2),
};

function save(table, format) {
  const link = document.createElement("a");
  const type = format === "CSV" ? "text/csv" : "application/json";
  link.href = URL.createObjectURL(new Blob([writers[format](shown(table))], { type }));
  const name = plain(table.caption).replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  link.download = `${nameOf(table).replace(/[^\p{L}\p{N}]+/gu, "-")}-${name}`.slice(0, 80) + `.${format.toLowerCase()}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function button(text, label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

// -- columns that are shown by choice ------------------------------------------------------------

function foldColumns(table, controls) {
  const more = [...table.tHead.rows[0].cells].filter((header) => "more" in header.dataset);
  if (!more.length) return;
  for (const row of table.rows) for (const { cellIndex } of more) row.cells[cellIndex].dataset.more = "";
  const toggle = button("", "", () => show(table.classList.contains("el-few")));
  function show(isAll) {
    table.classList.toggle("el-few", !isAll);
    toggle.textContent = isAll ? "Fewer columns" : `${more.length} more columns`.replace(/^1 (.*)s$/, "1 $1");
    toggle.setAttribute("aria-expanded", String(isAll));
  }
  show(more.some((header) => header.hasAttribute("aria-sort")));
  controls.prepend(toggle);
}

// -- filtering -----------------------------------------------------------------------------------

// A heading and what stands under it, up to the next heading or what is about the whole page.
function sectionOf(heading) {
  const parts = [heading];
  for (let next = heading.nextElementSibling; next && !next.matches("h2, footer"); next = next.nextElementSibling) {
    parts.push(next);
  }
  return parts;
}

function filter(form) {
  const words = form.elements.find.value.toLowerCase().split(/\s+/).filter(Boolean);
  const [kind, origin] = [form.elements.kind.value, form.elements.origin.value];
  let left = 0;
  for (const table of tables) {
    for (const row of table.tBodies[0].rows) {
      const text = `${table.dataset.dataset ?? ""} ${row.textContent}`.toLowerCase();
      row.hidden =
        !words.every((word) => text.includes(word)) ||
        (kind !== "" && row.querySelector("[data-kind]")?.dataset.kind !== kind) ||
        (origin !== "" && table.dataset.origin !== origin);
      left += !row.hidden;
    }
    const frame = table.closest(".el-scroll");
    const isEmpty = [...table.tBodies[0].rows].every((row) => row.hidden);
    frame.parentElement.hidden = isEmpty;
    const about = frame.parentElement.nextElementSibling;
    if (about?.matches("details")) about.classList.toggle("el-empty", isEmpty);
  }
  const isFiltered = words.length > 0 || kind !== "" || origin !== "";
  for (const heading of form.parentElement.querySelectorAll(":scope > h2")) {
    const parts = sectionOf(heading);
    const rows = parts.flatMap((part) => [...part.querySelectorAll("table[data-sortable] tbody tr")]);
    const isEmpty = isFiltered && rows.every((row) => row.hidden);
    for (const part of parts) part.classList.toggle("el-empty", isEmpty);
    for (const link of document.querySelectorAll(`.el-contents a[href="#${heading.id}"]`)) {
      link.classList.toggle("el-empty", isEmpty);
    }
  }
  form.querySelector("output").textContent = left ? `${left} rows` : "No row matches. Clear a filter.";
}

function startFilter(form) {
  let typed = null;
  form.hidden = false;
  for (const field of form.querySelectorAll("input, select")) {
    field.value = state.get(field.name) ?? "";
    if (field.selectedIndex === -1) field.value = "";
    field.addEventListener("input", () => {
      if (field.value) state.set(field.name, field.value);
      else state.delete(field.name);
      filter(form);
      remember(field === typed);
      typed = field.type === "search" ? field : null;
    });
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  filter(form);
}

// -- at the start --------------------------------------------------------------------------------

for (const table of tables) {
  for (const header of table.tHead.rows[0].cells) {
    header.replaceChildren(button(header.textContent, "", () => chosen(table, header)));
  }
  const frame = table.closest(".el-scroll");
  const whole = document.createElement("div");
  frame.replaceWith(whole);
  const saving = document.createElement("p");
  saving.className = "el-save";
  for (const format of Object.keys(writers)) {
    const label = `Save the table “${plain(table.caption)}” as ${format}`;
    saving.append(button(format, label, () => save(table, format)));
  }
  whole.append(frame, saving);
}
sortAsRemembered();
for (const table of tables) foldColumns(table, table.closest(".el-scroll").nextElementSibling);
for (const form of document.querySelectorAll("form[data-filter]")) startFilter(form);

// The theme lets wide tables of prose scroll, but not by keyboard.
addEventListener("load", () => {
  for (const frame of document.querySelectorAll(".md-typeset__scrollwrap"))
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
});
