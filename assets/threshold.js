// The centre of the Threshold page: a line dragged through the scores, and all that follows from it.
// Every text comes worded from Python, every count belongs to a listed rule: nothing is computed or rounded here.

const SVG = "http://www.w3.org/2000/svg";
const UNIT = 10000; // places on an axis come as whole parts of its length
const COLUMNS = 40;
const ROWS = 25;
const PITCH = 8.75;
const IDLE = 350; // ms without a further step, after which the buttons send what they chose
const pickers = new WeakMap();

export default function threshold({ data, parentElement, setTriggerValue }) {
  const run = {};
  try {
    if (!pickers.has(parentElement)) pickers.set(parentElement, new Picker(parentElement));
    const picker = pickers.get(parentElement);
    picker.run = run;
    picker.receive(data, (picked) => setTriggerValue("picked", picked));
  } catch (error) {
    setTriggerValue("failed", true);
  }
  return () => leave(parentElement, run);
}

// A run that another one has overtaken is cleaned up late, when the picker is no longer its own.
function leave(parentElement, run) {
  const picker = pickers.get(parentElement);
  if (picker?.run !== run) return;
  picker.leave();
  pickers.delete(parentElement);
}

// ------------------------------------------------------------------ making elements; text is only ever text

function made(name, attributes, inside, space) {
  const element = space ? document.createElementNS(space, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

const html = (name, attributes = {}, ...inside) => made(name, attributes, inside);
const svg = (name, attributes = {}, ...inside) => made(name, attributes, inside, SVG);

function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
}

const said = (slot, name = "span") => html(name, { "data-says": slot });
const fixed = (word, name = "span", attributes = {}) => html(name, { "data-word": word, ...attributes });

function stripes(id, mark) {
  const size = { width: 8, height: 8, patternUnits: "userSpaceOnUse" };
  return svg("pattern", { id, ...size }, svg("rect", { class: id, width: 8, height: 8 }), mark);
}

function clip(id) {
  const area = svg("rect", { y: 0, height: 1000 });
  return [area, svg("clipPath", { id }, area)];
}

// ------------------------------------------------------------------ the skeleton, built once

function figureBox(key) {
  return html(
    "div",
    { class: "figure", "data-figure": key },
    fixed(`name_${key}`, "div"),
    html("div", { class: "value" }, said(`${key}_value`)),
    html("div", { class: "small" }, said(`${key}_counts`), " ", html("span", { class: "interval", "data-interval": key })),
  );
}

function curveBox(key) {
  return html("div", { class: "curve" }, fixed(`${key}_title`, "strong"), svg("svg", { class: key, role: "img" }));
}

function peopleLine(kind) {
  const mark = svg("svg", { class: "mark", viewBox: "0 0 10 10", "aria-hidden": "true" });
  mark.append(svg("path", { class: kind, d: MARKS[kind](1.5, 1.5) }));
  return html("li", {}, mark, html("span", {}, said(`${kind}_people`, "strong"), " ", said(`${kind}_meaning`)));
}

function cell(kind) {
  return html("td", {}, said(kind, "strong"), said(`${kind}_word`));
}

function button(sign, word) {
  return html("button", { type: "button", "data-label": word }, sign);
}

const MARKS = {
  tp: (x, y) => `M${x} ${y}h7v7h-7z`,
  fn: (x, y) => `M${x} ${y}l7 7m0 -7l-7 7`,
  fp: (x, y) => `M${x + 3.5} ${y - 0.5}l4 4l-4 4l-4 -4z`,
  tn: (x, y) => `M${x + 3.5} ${y + 3.5}h0`,
};

// The marks of one kind at all thousand places in one text, and where each begins: a stretch is a slice of it.
function marksOf(kind) {
  const starts = [0];
  let path = "";
  for (let place = 0; place < COLUMNS * ROWS; place += 1) {
    const round = (number) => Math.round(number * 100) / 100;
    path += MARKS[kind](round(Math.floor(place / ROWS) * PITCH + 1), round((place % ROWS) * PITCH + 1));
    starts.push(path.length);
  }
  return { path, starts };
}

function histogram() {
  const defs = svg(
    "defs",
    {},
    stripes("missed", svg("path", { d: "M-2 2l4 -4M0 8l8 -8M6 10l4 -4", class: "scratch" })),
    stripes("alarm", svg("path", { d: "M2 2h0M6 6h0", class: "dots" })),
  );
  const [below, left] = clip("below");
  const [above, right] = clip("above");
  defs.append(left, right);
  const sides = (name, fill) => svg("path", { "clip-path": `url(#${name})`, fill });
  const bars = {
    missed: sides("below", "url(#missed)"),
    found: sides("above", ""),
    cleared: sides("below", ""),
    alarms: sides("above", "url(#alarm)"),
  };
  bars.found.setAttribute("class", "tp-fill");
  bars.cleared.setAttribute("class", "tn-fill");
  const cut = svg(
    "g",
    { class: "cut" },
    svg("line", {}),
    svg("circle", { r: 17, class: "reach" }),
    svg("circle", { r: 11, class: "grip" }),
    svg("path", { d: "M-2.5 -4v8M2.5 -4v8" }),
  );
  const labels = Object.fromEntries(["fn", "tp", "tn", "fp"].map((kind) => [kind, said(`${kind}_said`, "span")]));
  for (const label of Object.values(labels)) label.classList.add("label");
  const picture = svg("svg", { class: "scores", "aria-hidden": "true" }, defs, ...Object.values(bars));
  const middle = svg("line", { class: "axis" });
  const axis = svg("line", { class: "axis" });
  const ticks = svg("g", { class: "ticks" });
  picture.append(middle, axis, ticks, cut);
  return { picture, bars, below, above, cut, labels, middle, axis, ticks };
}

function curve(picture, name) {
  const line = svg("path", { class: "line" });
  const reference = svg("path", { class: "dotted" });
  const scaled = svg("g", {}, reference, line);
  const grid = svg("g", { class: "ticks" });
  const point = svg("circle", { r: 7, class: "point" });
  picture.append(grid, scaled, point);
  return { name, picture, line, reference, scaled, grid, point };
}

// ------------------------------------------------------------------ the picker

class Picker {
  constructor(root) {
    this.turn = 0;
    this.id = null;
    this.texts = {};
    this.words = {};
    this.marks = Object.fromEntries(Object.keys(MARKS).map((kind) => [kind, marksOf(kind)]));
    this.scores = histogram();
    this.build();
    this.roc = curve(this.root.querySelector("svg.roc"), "roc");
    this.pr = curve(this.root.querySelector("svg.pr"), "pr");
    this.listen();
    root.append(this.root);
    this.watcher = new ResizeObserver(() => this.draw());
    this.watcher.observe(this.root);
  }

  build() {
    this.range = html("input", { type: "range", step: 1, min: 0 });
    this.box = html("input", { type: "text", id: "box", autocomplete: "off", spellcheck: "false" });
    this.lower = button("−", "lower");
    this.higher = button("+", "higher");
    this.field = html("div", { class: "scores-field" }, this.range, this.scores.picture, ...Object.values(this.scores.labels));
    this.people = svg("svg", { class: "people", viewBox: `0 0 ${COLUMNS * PITCH} ${ROWS * PITCH}`, role: "img" });
    this.kinds = Object.fromEntries(Object.keys(MARKS).map((kind) => [kind, svg("path", { class: kind })]));
    this.people.append(...Object.values(this.kinds));
    const ask = fixed("ask", "label", { for: "box" });
    this.note = html("p", { class: "note" });
    this.root = html(
      "div",
      { class: "threshold" },
      said("headline", "h2"),
      html("p", { class: "detail" }, said("detail")),
      this.note,
      html("div", { class: "asked" }, ask, html("span", { class: "steps" }, this.box, this.lower, this.higher)),
      html(
        "div",
        { class: "pictures" },
        html("div", { class: "histogram" }, this.field, fixed("halves", "p", { class: "small" })),
        curveBox("roc"),
        curveBox("pr"),
      ),
      html("div", { class: "figures" }, ...["sensitivity", "fpr", "ppv", "npv"].map(figureBox)),
      html("div", { class: "below" }, this.thousand(), this.table()),
    );
    this.slots = [...this.root.querySelectorAll("[data-says]")];
    this.fixed = [...this.root.querySelectorAll("[data-word]")];
    this.labelled = [...this.root.querySelectorAll("[data-label]")];
    this.intervals = [...this.root.querySelectorAll("[data-interval]")];
  }

  thousand() {
    this.told = html(
      "div",
      { class: "told" },
      said("has", "p"),
      html("ul", {}, peopleLine("tp"), peopleLine("fn")),
      said("has_not", "p"),
      html("ul", {}, peopleLine("fp"), peopleLine("tn")),
      said("alarms", "p"),
    );
    this.nobody = fixed("no_people", "p");
    this.crowd = html("div", { class: "crowd" }, this.people, fixed("too_many", "p", { class: "small" }));
    return html("div", { class: "thousand" }, said("people_title", "h3"), this.crowd, this.told, this.nobody);
  }

  table() {
    const head = (word) => fixed(word, "th", { scope: "col" });
    const row = (word, ...kinds) => html("tr", {}, fixed(word, "th", { scope: "row" }), ...kinds.map(cell));
    const header = html("tr", {}, head("truth"), head("called"), head("not_called"));
    const rows = html("tbody", {}, row("is", "tp", "fn"), row("is_not", "fp", "tn"));
    return html("div", { class: "cells" }, fixed("table_title", "h3"), html("table", {}, html("thead", {}, header), rows));
  }

  // ---------------------------------------------------------------- what Python sends

  receive(data, send) {
    this.send = send;
    if (data.rules.id !== this.id) this.take(data.rules);
    if (JSON.stringify(data.words) !== JSON.stringify(this.words)) this.word(data.words);
    this.chosen = data.chosen;
    const answered = data.chosen.turn >= this.turn;
    this.turn = Math.max(this.turn, data.chosen.turn);
    if (answered) this.wanted = data.chosen.threshold;
    if (answered && !this.isHeld()) this.show(this.rules.thresholds.indexOf(data.chosen.threshold));
    else this.showIntervals();
  }

  take(rules) {
    this.rules = rules;
    this.id = rules.id;
    this.spoken = [];
    for (const kind of rules.texts) {
      const columns = kind.columns.map((column) => column.split(" "));
      kind.rules.forEach((rule, row) => (this.spoken[rule] = { kind, columns, row }));
    }
    this.slotOf = Object.fromEntries(rules.slots.map((slot, place) => [slot, place]));
    this.range.max = rules.thresholds.length - 1;
    this.box.inputMode = rules.signed ? "text" : "decimal";
    this.crowd.hidden = !rules.people?.[3].includes(COLUMNS * ROWS);
    this.told.hidden = !rules.people;
    this.nobody.hidden = Boolean(rules.people);
    this.index = undefined;
    this.width = 0;
    this.draw();
  }

  word(words) {
    this.words = words;
    for (const element of this.fixed) element.textContent = words[element.dataset.word] ?? "";
    for (const element of this.labelled) element.setAttribute("aria-label", words[element.dataset.label]);
    this.range.setAttribute("aria-label", words.slider);
    this.roc.picture.setAttribute("aria-label", words.roc_alt);
    this.pr.picture.setAttribute("aria-label", words.pr_alt);
    this.people.setAttribute("aria-label", words.people_alt);
    this.width = 0;
    this.draw();
  }

  // Everything that the rule of one row says, as it came.
  says(index) {
    const { kind, columns, row } = this.spoken[index];
    let text = kind.words[0];
    for (let place = 0; place < kind.at.length; place += 1) {
      text += columns[kind.at[place]][row] + kind.words[place + 1];
    }
    return text.split("\n");
  }

  // ---------------------------------------------------------------- drawing, when the width changes

  draw() {
    const width = this.root.clientWidth;
    if (!width || !this.rules || width === this.width) return;
    this.width = width;
    this.drawScores(this.field.clientWidth);
    for (const each of [this.roc, this.pr]) this.drawCurve(each);
    if (this.index !== undefined) this.place(this.index);
  }

  drawScores(width) {
    const { picture, bars, middle, axis, ticks, cut } = this.scores;
    const half = 105;
    const top = 28;
    this.frame = { width: width - 24, left: 12, top, middle: top + half + 2, foot: top + 2 * half + 34 };
    const { left, foot } = this.frame;
    set(picture, { width, height: foot + 46 });
    const [up, down] = this.rules.bars.map((heights, side) => this.barPath(heights, side ? 1 : -1, half));
    for (const name of ["missed", "found"]) bars[name].setAttribute("d", up);
    for (const name of ["cleared", "alarms"]) bars[name].setAttribute("d", down);
    const straight = { x1: left, x2: left + this.frame.width };
    set(middle, { ...straight, y1: this.frame.middle, y2: this.frame.middle });
    set(axis, { ...straight, y1: foot, y2: foot });
    ticks.replaceChildren(...this.rules.ticks.flatMap(([place, text]) => this.tick(place, text)), this.axisTitle());
    set(cut.querySelector("line"), { y1: 6, y2: foot });
    for (const circle of cut.querySelectorAll("circle")) circle.setAttribute("cy", foot);
    cut.querySelector("path").setAttribute("transform", `translate(0 ${foot})`);
  }

  barPath(heights, direction, half) {
    const step = this.frame.width / heights.length;
    const from = this.frame.middle + direction * 2;
    const bar = (height, place) => {
      if (!height) return "";
      const x = this.frame.left + place * step + 0.5;
      return `M${x.toFixed(2)} ${from}h${(step - 1).toFixed(2)}v${(direction * Math.max(height * half, 1)).toFixed(2)}h${(1 - step).toFixed(2)}z`;
    };
    return heights.map(bar).join("");
  }

  tick(place, text) {
    const x = this.across(place);
    const { foot, left, width } = this.frame;
    const anchor = x < left + 14 ? "start" : x > left + width - 14 ? "end" : "middle";
    const at = anchor === "middle" ? x : anchor === "start" ? left - 8 : left + width + 8;
    return [
      svg("line", { x1: x, x2: x, y1: foot, y2: foot + 5 }),
      svg("text", { x: at, y: foot + 21, "text-anchor": anchor }, text),
    ];
  }

  axisTitle() {
    const { foot, left, width } = this.frame;
    return svg("text", { x: left + width + 8, y: foot + 42, "text-anchor": "end" }, this.words.axis ?? "");
  }

  across(place) {
    return this.frame.left + (place / UNIT) * this.frame.width;
  }

  drawCurve(each) {
    const { picture, scaled, grid, line, reference, name } = each;
    const outer = picture.parentElement.clientWidth;
    const box = { left: 32, top: 26, width: outer - 46, height: 206 };
    each.box = box;
    set(picture, { width: outer, height: box.top + box.height + 48 });
    set(scaled, { transform: `translate(${box.left} ${box.top + box.height}) scale(${box.width / UNIT} ${-box.height / UNIT})` });
    const [x, y] = this.rules[name];
    line.setAttribute("d", x.length ? `M${x.map((value, place) => `${value} ${y[place]}`).join("L")}` : "");
    const chance = name === "roc" ? [0, UNIT] : Array(2).fill((UNIT * this.rules.totals[0]) / (this.rules.totals[0] + this.rules.totals[1]));
    reference.setAttribute("d", x.length ? `M0 ${chance[0]}L${UNIT} ${chance[1]}` : "");
    grid.replaceChildren(...[0, 0.5, 1].flatMap((share) => gridLine(box, share)), ...this.curveTitles(name, box));
  }

  curveTitles(name, box) {
    const middle = { x: box.left + box.width / 2, y: box.top + box.height + 42, "text-anchor": "middle" };
    return [svg("text", middle, this.words[`${name}_across`] ?? ""), svg("text", { x: 0, y: 12 }, this.words[`${name}_up`] ?? "")];
  }

  // ---------------------------------------------------------------- one rule on screen

  show(index) {
    if (index < 0 || index === this.index) return this.showIntervals();
    this.index = index;
    const texts = this.says(index);
    for (const slot of this.slots) {
      const text = texts[this.slotOf[slot.dataset.says]];
      if (slot.firstChild?.data !== text) slot.textContent = text;
    }
    this.range.value = this.rules.thresholds.length - 1 - index;
    this.range.setAttribute("aria-valuetext", `${texts[this.slotOf.headline]} ${texts[this.slotOf.detail]}`);
    this.spelled = texts[this.slotOf.said];
    if (!this.isTyping) this.spell();
    this.lower.disabled = index === this.rules.thresholds.length - 1;
    this.higher.disabled = index === 0;
    if (this.rules.people) this.showPeople(index);
    this.showIntervals();
    if (this.frame) this.place(index);
  }

  spell() {
    this.box.value = /\d/.test(this.spelled) ? this.spelled : "";
    this.box.placeholder = /\d/.test(this.spelled) ? "" : this.spelled;
    this.box.title = this.box.value ? this.rules.thresholds[this.index] : "";
  }

  showIntervals() {
    const isChosen = this.rules.thresholds[this.index] === this.chosen.threshold;
    if (this.isTold === isChosen && this.toldOf === this.chosen.intervals) return;
    this.isTold = isChosen;
    this.toldOf = this.chosen.intervals;
    this.note.textContent = this.chosen.note;
    this.note.hidden = !this.chosen.note;
    this.note.classList.toggle("gone", !isChosen);
    for (const element of this.intervals) {
      const text = this.chosen.intervals[element.dataset.interval];
      element.textContent = isChosen ? text : this.words.later;
      element.classList.toggle("later", !isChosen);
    }
  }

  showPeople(index) {
    const [found, missed, alarms, all] = this.rules.people.map((numbers) => numbers[index]);
    const drawn = `${found} ${missed} ${alarms} ${all}`;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.crowd.classList.toggle("uncountable", all !== COLUMNS * ROWS);
    if (all !== COLUMNS * ROWS) return;
    let start = 0;
    for (const [kind, end] of [["tp", found], ["fn", found + missed], ["fp", found + missed + alarms], ["tn", COLUMNS * ROWS]]) {
      const { path, starts } = this.marks[kind];
      this.kinds[kind].setAttribute("d", path.slice(starts[start], starts[end]));
      start = end;
    }
  }

  // Where the line, the two sides, the four counts beside it and the two points stand.
  place(index) {
    const { cut, below, above, labels } = this.scores;
    const x = this.across(this.rules.places[index]);
    const width = this.frame.width + 24;
    cut.setAttribute("transform", `translate(${x} 0)`);
    set(below, { x: 0, width: Math.max(0, x) });
    set(above, { x, width: Math.max(0, width - x) });
    this.beside(labels.fn, labels.tp, x, width, 2);
    this.beside(labels.tn, labels.fp, x, width, this.frame.foot - 30);
    const [positives, negatives] = this.rules.totals;
    const [tp, fp] = [this.rules.tp[index], this.rules.fp[index]];
    move(this.roc, fp / negatives, tp / positives);
    move(this.pr, tp / positives, tp / (tp + fp));
  }

  // Two counts meet at the line, or as near to it as both have room.
  beside(left, right, x, width, y) {
    const [before, after] = [left, right].map((label) => label.textContent.length * 7.5 + 10);
    const at = Math.round(Math.max(Math.min(x, width - after), before));
    Object.assign(left.style, { top: `${y}px`, right: `${Math.round(width) - at + 7}px` });
    Object.assign(right.style, { top: `${y}px`, left: `${at + 7}px` });
  }

  // ---------------------------------------------------------------- the hand

  listen() {
    this.field.addEventListener("pointerdown", (event) => this.grab(event));
    this.field.addEventListener("mousedown", (event) => event.preventDefault()); // or the slider loses the keyboard
    this.field.addEventListener("pointermove", (event) => this.isDragged && this.schedule(this.under(event)));
    this.field.addEventListener("pointerup", () => this.drop());
    this.field.addEventListener("pointercancel", () => this.drop(this.before));
    this.range.addEventListener("input", () => this.show(this.rules.thresholds.length - 1 - Number(this.range.value)));
    this.range.addEventListener("keydown", () => (this.isPressed = true));
    this.range.addEventListener("keyup", () => this.released());
    this.range.addEventListener("blur", () => this.released());
    this.range.addEventListener("change", () => this.isPressed || this.commit());
    this.lower.addEventListener("click", () => this.step(1));
    this.higher.addEventListener("click", () => this.step(-1));
    this.box.addEventListener("change", () => this.read());
    this.box.addEventListener("input", () => (this.isTyping = true));
    this.box.addEventListener("focus", () => this.box.select());
    this.box.addEventListener("keydown", (event) => event.key === "Enter" && this.read());
  }

  grab(event) {
    if (event.button || this.isDragged) return;
    this.isDragged = true;
    this.before = this.index;
    this.field.setPointerCapture(event.pointerId);
    this.root.classList.add("dragged");
    if (event.pointerType === "mouse") this.range.focus({ preventScroll: true });
    this.schedule(this.under(event));
  }

  drop(index = this.next ?? this.index) {
    if (!this.isDragged) return;
    this.isDragged = false;
    this.root.classList.remove("dragged");
    cancelAnimationFrame(this.asked);
    this.asked = this.next = undefined;
    this.show(index);
    this.commit();
  }

  // At most one update for each picture of the screen.
  schedule(index) {
    this.next = index;
    this.asked ??= requestAnimationFrame(() => {
      this.asked = undefined;
      this.show(this.next);
    });
  }

  // The listed rule nearest to the pointer; at the ends of the axis those that call nobody and everybody.
  under(event) {
    const { places } = this.rules;
    const x = event.clientX - this.scores.picture.getBoundingClientRect().left;
    const at = Math.min(Math.max(((x - this.frame.left) / this.frame.width) * UNIT, 0), UNIT);
    if (at === 0) return places.length - 1;
    let [low, high] = [0, places.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle] <= at) high = middle;
      else low = middle + 1;
    }
    return low && places[low - 1] - at < at - places[low] ? low - 1 : low;
  }

  released() {
    this.isPressed = false;
    this.commit();
  }

  step(rows) {
    this.show(Math.min(Math.max(this.index + rows, 0), this.rules.thresholds.length - 1));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.commit(), IDLE);
  }

  isHeld() {
    return this.isDragged || this.isPressed || this.timer !== undefined;
  }

  commit() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.tell(this.rules.thresholds[this.index]);
  }

  // A typed number that no listed rule has goes to Python, which counts exactly at it.
  read() {
    this.isTyping = false;
    const typed = this.box.value.trim().replace(",", ".").replace("−", "-");
    const number = Number(typed);
    const isSame = typed === this.spelled.replace("−", "-") || number === Number(this.rules.thresholds[this.index]);
    if (typed === "" || !Number.isFinite(number) || isSame) return this.spell();
    const listed = this.rules.thresholds.findIndex((each) => Number(each) === number);
    this.show(listed);
    this.tell(listed < 0 ? String(number) : this.rules.thresholds[listed]);
  }

  tell(threshold) {
    if (threshold === this.wanted) return;
    this.wanted = threshold;
    this.turn += 1;
    this.send({ threshold, turn: this.turn });
  }

  leave() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.asked);
    this.watcher.disconnect();
    this.root.remove();
  }
}

function move(each, x, y) {
  const isThere = Number.isFinite(x) && Number.isFinite(y);
  each.point.style.display = isThere ? "" : "none";
  if (!isThere) return;
  const { left, top, width, height } = each.box;
  each.point.setAttribute("transform", `translate(${left + x * width} ${top + (1 - y) * height})`);
}

function gridLine({ left, top, width, height }, share) {
  const y = top + (1 - share) * height;
  const x = left + share * width;
  return [
    svg("line", { class: "grid", x1: left, x2: left + width, y1: y, y2: y }),
    svg("text", { x: left - 6, y: y + 5, "text-anchor": "end" }, `${share * 100}`),
    svg("text", { x, y: top + height + 21, "text-anchor": "middle" }, `${share * 100}`),
  ];
}
