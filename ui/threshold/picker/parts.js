// What the threshold picker is built of: elements, bars, curves and marks, before anything is known of a study.

const SVG = "http://www.w3.org/2000/svg";
const COLUMNS = 40; // of the people, one mark each
const ROWS = 25;
const PITCH = 8.75;

// ------------------------------------------------------------------ making elements; text is only ever text

function made(name, attributes, inside, space) {
  const element = space ? document.createElementNS(space, name) : document.createElement(name);
  set(element, attributes);
  element.append(...inside);
  return element;
}

const html = (name, attributes = {}, ...inside) => made(name, attributes, inside);
const svg = (name, attributes = {}, ...inside) => made(name, attributes, inside, SVG);

function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
}

const said = (slot, name = "span") => html(name, { "data-says": slot }, "");
const fixed = (word, name = "span", attributes = {}) => html(name, { "data-word": word, ...attributes });

function stripes(id, mark) {
  const size = { width: 8, height: 8, patternUnits: "userSpaceOnUse" };
  return svg("pattern", { id, ...size }, svg("rect", { class: id, width: 8, height: 8 }), mark);
}

function clip(id) {
  const area = svg("rect", { x: 0, y: 0, height: 1000 });
  return [area, svg("clipPath", { id }, area)];
}

// ------------------------------------------------------------------ the skeleton, built once

function figureBox(key) {
  const interval = html("span", { class: "interval", "data-interval": key });
  return html(
    "div",
    { class: "figure", "data-figure": key },
    html("div", { "data-title": `help_${key}` }, fixed(`name_${key}`)),
    html("div", { class: "value" }, said(`${key}_value`)),
    html("div", { class: "small" }, interval),
  );
}

function curveBox(key) {
  return html("div", { class: "curve" }, fixed(`${key}_title`, "strong"), svg("svg", { class: key, role: "img" }));
}

function peopleLine(kind) {
  const mark = svg("svg", { class: "mark", viewBox: "0 0 10 10", "aria-hidden": "true" });
  mark.append(svg("path", { class: kind, "data-kind": kind, d: MARKS[kind](1.5, 1.5) }));
  return html("li", {}, mark, html("span", {}, said(`${kind}_people`, "strong"), " ", said(`${kind}_meaning`)));
}

function button(sign, word) {
  return html("button", { type: "button", "data-label": word }, sign);
}

// A button whose word is its name.
function worded(word) {
  return fixed(word, "button", { type: "button" });
}

// The table of changes: what is counted, as delivered, at the threshold, and the difference.
function changes(words) {
  const head = words.head.map((text, place) => html("th", { scope: "col" }, place === 2 ? said("column") : text));
  const rows = words.rows.map(([name, what, delivered], row) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, html("strong", {}, name), ` ${what}`),
      html("td", {}, delivered),
      html("td", {}, said(`row${row}_at`, "strong")),
      html("td", {}, said(`row${row}_change`)),
    ),
  );
  return [html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...rows)];
}

const MARKS = {
  tp: (x, y) => `M${x} ${y}h7v7h-7z`,
  fn: (x, y) => `M${x} ${y}l7 7m0 -7l-7 7`,
  fp: (x, y) => `M${x + 3.5} ${y - 0.5}l4 4l-4 4l-4 -4z`,
  tn: (x, y) => `M${x + 3.5} ${y + 3.5}h0`,
};

// The marks of one kind: those of a full column in one text, where each begins in it, and a path for every column.
function marksOf(kind) {
  const starts = [0];
  let full = "";
  for (let row = 0; row < ROWS; row += 1) {
    full += MARKS[kind](1, row * PITCH + 1);
    starts.push(full.length);
  }
  const right = (column) => ({ transform: `translate(${column * PITCH} 0)` });
  const columns = Array.from({ length: COLUMNS }, (_, column) => svg("path", right(column)));
  return { full, starts, columns, drawn: [], group: svg("g", { class: kind }, ...columns) };
}

// Marks from one person to another; only columns that change are drawn again.
function mark({ full, starts, columns, drawn }, from, to) {
  const row = (person, column) => Math.min(Math.max(person - column * ROWS, 0), ROWS);
  for (let column = 0; column < COLUMNS; column += 1) {
    const path = full.slice(starts[row(from, column)], starts[row(to, column)]);
    if (path === drawn[column]) continue;
    drawn[column] = path;
    columns[column].setAttribute("d", path);
  }
}

function histogram() {
  const defs = svg(
    "defs",
    {},
    stripes("missed", svg("path", { d: "M-2 2l4 -4M0 8l8 -8M6 10l4 -4", class: "scratch" })),
    stripes("false-positive", svg("path", { d: "M2 2h0M6 6h0", class: "dots" })),
  );
  const sides = {};
  for (const kind of ["fn", "tp", "tn", "fp"]) {
    const [area, path] = clip(`side-${kind}`);
    defs.append(path);
    sides[kind] = { area, bars: svg("path", { "clip-path": `url(#side-${kind})`, class: `${kind}-fill` }) };
  }
  const cut = svg(
    "g",
    { class: "cut" },
    svg("line", {}),
    svg("circle", { r: 17, class: "reach" }),
    svg("circle", { r: 10, class: "grip" }),
    svg("path", { d: "M-2.5 -4v8M2.5 -4v8" }),
  );
  const labels = Object.fromEntries(["fn", "tp", "tn", "fp"].map((kind) => [kind, said(`${kind}_said`, "span")]));
  for (const label of Object.values(labels)) label.classList.add("label");
  for (const label of [labels.fn, labels.tn]) label.classList.add("before");
  const delivered = svg("g", { class: "delivered" }, svg("line", {}), svg("text", {}));
  const bars = Object.values(sides).map((side) => side.bars);
  const picture = svg("svg", { class: "scores", "aria-hidden": "true" }, defs, ...bars);
  const middle = svg("line", { class: "axis" });
  const axis = svg("line", { class: "axis" });
  const ticks = svg("g", { class: "ticks" });
  picture.append(middle, axis, ticks, delivered, cut);
  return { picture, sides, cut, labels, middle, axis, ticks, delivered };
}

function curve(picture, name) {
  const line = svg("path", { class: "line" });
  const reference = svg("path", { class: "dotted" });
  const scaled = svg("g", {}, reference, line);
  const grid = svg("g", { class: "ticks" });
  const point = svg("circle", { r: 7, class: "point" });
  const delivered = svg("circle", { r: 7, class: "hollow" });
  picture.append(grid, scaled, delivered, point);
  return { name, picture, line, reference, scaled, grid, point, delivered };
}

function move({ box }, point, x, y) {
  const isThere = Number.isFinite(x) && Number.isFinite(y);
  point.style.display = isThere ? "" : "none";
  if (!isThere) return;
  const { left, top, width, height } = box;
  point.setAttribute("transform", `translate(${left + x * width} ${top + (1 - y) * height})`);
}

function gridLine({ left, top, width, height }, share) {
  const y = top + (1 - share) * height;
  const x = left + share * width;
  return [
    svg("line", { class: "grid", x1: left, x2: left + width, y1: y, y2: y }),
    svg("text", { x: left - 11, y: y + 5, "text-anchor": "end" }, `${share * 100}`),
    svg("text", { x, y: top + height + 21, "text-anchor": "middle" }, `${share * 100}`),
  ];
}
