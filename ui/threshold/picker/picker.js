// The centre of the Threshold page: a line dragged through the scores, and all that follows from it.
// Every text comes worded from Python, every count belongs to a listed rule: nothing is computed or rounded here.
// Python sends it behind parts.js, as one script.

const UNIT = 10000; // places on an axis come as whole parts of its length
const GRIP = 31; // its middle, from the top
const IDLE = 350; // ms without a further step, after which the buttons send what they chose
const pickers = new WeakMap();

export default function threshold({ data, parentElement, setTriggerValue }) {
  const run = {};
  try {
    if (!pickers.has(parentElement)) pickers.set(parentElement, new Picker(parentElement));
    const picker = pickers.get(parentElement);
    picker.run = run;
    picker.receive(data, setTriggerValue);
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

// ------------------------------------------------------------------ the picker

class Picker {
  constructor(root) {
    this.turn = 0;
    this.id = null;
    this.words = {};
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
    const { picture, labels } = this.scores;
    this.field = html("div", { class: "scores-field" }, this.range, picture, ...Object.values(labels));
    this.note = html("p", { class: "note" });
    this.root = html(
      "div",
      { class: "threshold" },
      said("headline", "h2"),
      html("p", { class: "detail" }, said("detail")),
      this.note,
      this.controls(),
      this.keeping(),
      html(
        "div",
        { class: "pictures" },
        html("div", { class: "histogram" }, this.field, fixed("halves", "p", { class: "small" })),
        curveBox("roc"),
        curveBox("pr"),
      ),
      html("div", { class: "figures" }, ...["sensitivity", "fpr", "ppv", "npv"].map(figureBox)),
      html("div", { class: "below" }, this.table(), this.thousand()),
    );
    this.find();
  }

  find() {
    this.slots = [...this.root.querySelectorAll("[data-says]")];
    this.fixed = [...this.root.querySelectorAll("[data-word]")];
    this.labelled = [...this.root.querySelectorAll("[data-label]")];
    this.titled = [...this.root.querySelectorAll("[data-title]")];
    this.intervals = [...this.root.querySelectorAll("[data-interval]")];
  }

  controls() {
    this.box = html("input", { type: "text", id: "box", autocomplete: "off", spellcheck: "false" });
    this.lower = button("−", "lower");
    this.higher = button("+", "higher");
    this.ways = html("div", { class: "ways", role: "radiogroup", "data-label": "set_by" });
    this.parameter = html("input", { type: "text", id: "parameter", inputmode: "decimal", autocomplete: "off" });
    this.asking = html("label", { for: "parameter" });
    this.number = html("div", { class: "field" }, this.asking, this.parameter);
    this.problem = html("p", { class: "problem small", role: "alert" });
    this.back = worded("as_delivered");
    this.keep = worded("keep");
    const ask = fixed("ask", "label", { for: "box" });
    return html(
      "div",
      { class: "controls" },
      html("div", { class: "field" }, ask, html("span", { class: "steps" }, this.box, this.lower, this.higher)),
      html("div", { class: "field" }, fixed("set_by"), this.ways),
      this.number,
      html("div", { class: "buttons" }, this.back, this.keep),
      this.problem,
    );
  }

  // What is kept, and whether the other pages use it.
  keeping() {
    this.rule = html("span", {});
    this.used = html("input", { type: "checkbox", id: "used" });
    this.use = html("span", { class: "use" }, this.used, fixed("use", "label", { for: "used" }));
    this.forget = worded("forget");
    this.kept = html("div", { class: "kept", hidden: "" }, this.rule, this.use, this.forget);
    return this.kept;
  }

  thousand() {
    this.people = svg("svg", { class: "people", viewBox: `0 0 ${COLUMNS * PITCH} ${ROWS * PITCH}`, role: "img" });
    this.kinds = Object.fromEntries(Object.keys(MARKS).map((kind) => [kind, marksOf(kind)]));
    this.people.append(...Object.values(this.kinds).map(({ group }) => group));
    this.told = html("ul", { class: "told" }, ...["tp", "fn", "fp", "tn"].map(peopleLine));
    this.crowd = html("div", { class: "crowd" }, this.people, fixed("too_many", "p", { class: "small" }));
    return html("div", { class: "thousand" }, said("people_title", "h3"), this.crowd, this.told);
  }

  table() {
    this.changes = html("table", {});
    this.heading = fixed("changes", "h3");
    this.download = worded("download");
    const heading = html("div", { class: "heading" }, this.heading, this.download);
    return html("div", { class: "changes" }, heading, this.changes);
  }

  // ---------------------------------------------------------------- what Python sends

  receive(data, trigger) {
    this.trigger = trigger;
    if (JSON.stringify(data.words) !== JSON.stringify(this.words)) this.word(data.words);
    if (data.rules.id !== this.id) this.take(data.rules);
    this.chosen = data.chosen;
    this.showControls();
    const answered = data.chosen.turn >= this.turn;
    this.turn = Math.max(this.turn, data.chosen.turn);
    if (answered) this.wanted = data.chosen.threshold;
    if (answered && !this.isHeld()) this.show(this.rules.thresholds.indexOf(data.chosen.threshold));
    else this.showIntervals();
  }

  take({ id, text }) {
    const rules = JSON.parse(text);
    this.rules = rules;
    this.id = id;
    this.slotOf = Object.fromEntries(rules.slots.map((slot, place) => [slot, place]));
    this.lines = this.slots.map((slot) => [slot.firstChild, this.slotOf[slot.dataset.says]]);
    this.range.max = rules.thresholds.length - 1;
    this.box.inputMode = rules.signed ? "text" : "decimal";
    this.crowd.hidden = !rules.people?.[3].includes(COLUMNS * ROWS);
    this.told.parentElement.hidden = !rules.people;
    this.index = undefined;
    this.width = 0;
    this.draw();
  }

  word(words) {
    this.words = words;
    this.changes.replaceChildren(...changes(words));
    this.changes.hidden = this.heading.hidden = !words.rows.length;
    this.find();
    for (const element of this.fixed) element.textContent = words[element.dataset.word] ?? "";
    for (const element of this.labelled) element.setAttribute("aria-label", words[element.dataset.label]);
    for (const element of this.titled) element.title = words[element.dataset.title];
    this.range.setAttribute("aria-label", words.slider);
    this.roc.picture.setAttribute("aria-label", words.roc_alt);
    this.pr.picture.setAttribute("aria-label", words.pr_alt);
    this.people.setAttribute("aria-label", words.people_alt);
    this.mean();
    this.id = null; // the rules are to be taken again, by the new slots
    this.width = 0;
  }

  // Of Normal a negative prediction is a false alarm, and a false positive a disease that is missed.
  outcomes() {
    return this.words.is_normal ? ["fp", "fn"] : ["fn", "fp"];
  }

  mean() {
    const fills = { fn: "url(#missed)", fp: "url(#false-positive)" };
    for (const [place, cell] of ["fn", "fp"].entries()) {
      const kind = this.outcomes()[place];
      this.scores.sides[cell].bars.setAttribute("fill", fills[kind]);
      set(this.told.querySelector(`[data-kind=${cell}]`), { class: kind, d: MARKS[kind](1.5, 1.5) });
    }
  }

  // ---------------------------------------------------------------- ways, and what is kept

  showControls() {
    const { way, ways, asked, parameter, kept } = this.chosen;
    if (this.waysShown !== ways.join("|") + way) {
      this.waysShown = ways.join("|") + way;
      this.showWays(ways, way);
    }
    this.number.hidden = !asked;
    this.asking.textContent = asked;
    if (this.shadowFocus() !== this.parameter) this.parameter.value = parameter;
    this.kept.hidden = !kept;
    this.showKept();
    if (!kept) return;
    this.rule.textContent = kept.why_not ? `${kept.rule} ${kept.why_not}` : kept.rule;
    this.use.hidden = Boolean(kept.why_not);
    this.used.checked = kept.applied;
  }

  // What is kept already needs no button, and a class that is never predicted has no threshold to keep.
  showKept() {
    const threshold = this.rules.thresholds[this.index];
    this.keep.disabled = threshold === "inf" || this.chosen.kept?.threshold === threshold;
  }

  shadowFocus() {
    return this.root.getRootNode().activeElement;
  }

  showWays(names, chosen) {
    const hadFocus = this.ways.contains(this.shadowFocus());
    const option = (name, way) => {
      const state = { role: "radio", "aria-checked": way === chosen, tabindex: way === chosen ? 0 : -1 };
      const made = html("button", { type: "button", ...state }, name);
      made.addEventListener("click", () => way !== chosen && this.ask("way", way));
      return made;
    };
    this.ways.replaceChildren(...names.map(option));
    if (hadFocus) this.ways.children[chosen].focus();
  }

  // Arrow keys choose among the ways, as among radio buttons.
  turnWay(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const many = this.chosen.ways.length;
    this.ask("way", (this.chosen.way + step + many) % many);
  }

  // value: null for the threshold that was told last, which may be a typed one that is not listed yet.
  ask(what, value = 1) {
    if (this.isHeld()) this.commit(); // a step that Python has not heard of goes first
    this.trigger("asked", { what, value: value ?? this.wanted });
  }

  readParameter() {
    const number = this.typed(this.parameter.value);
    if (number === null) this.parameter.value = this.chosen.parameter;
    else if (String(number) !== this.chosen.parameter) this.ask("parameter", number);
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
    const { picture, sides, middle, axis, ticks, cut, labels } = this.scores;
    const half = 100;
    const top = 44; // below the grip
    this.frame = { width: width - 24, left: 12, top, middle: top + half + 2, foot: top + 2 * half + 34 };
    const { left, foot } = this.frame;
    set(picture, { width, height: foot + 46 });
    for (const label of [labels.fn, labels.tp]) label.style.top = "0";
    for (const label of [labels.tn, labels.fp]) label.style.top = `${foot - 30}px`;
    const [up, down] = this.rules.bars.map((heights, side) => this.barPath(heights, side ? 1 : -1, half));
    for (const kind of ["fn", "tp"]) sides[kind].bars.setAttribute("d", up);
    for (const kind of ["tn", "fp"]) sides[kind].bars.setAttribute("d", down);
    const straight = { x1: left, x2: left + this.frame.width };
    set(middle, { ...straight, y1: this.frame.middle, y2: this.frame.middle });
    set(axis, { ...straight, y1: foot, y2: foot });
    ticks.replaceChildren(...this.rules.ticks.flatMap(([place, text]) => this.tick(place, text)), this.axisTitle());
    set(cut.querySelector("line"), { y1: 4, y2: foot });
    for (const circle of cut.querySelectorAll("circle")) circle.setAttribute("cy", GRIP);
    cut.querySelector("path").setAttribute("transform", `translate(0 ${GRIP})`);
    this.drawDelivered();
  }

  // Its label stands in the lower half, where no bar of a rare class covers it.
  drawDelivered() {
    const { delivered } = this.scores;
    const { middle, foot, left, width } = this.frame;
    delivered.toggleAttribute("hidden", !this.rules.delivered);
    if (!this.rules.delivered) return;
    const x = this.across(this.rules.delivered.place);
    set(delivered.querySelector("line"), { x1: x, x2: x, y1: GRIP, y2: foot });
    const text = delivered.querySelector("text");
    const isRight = x > left + width - 100;
    set(text, { x: isRight ? x - 6 : x + 6, y: middle + 72, "text-anchor": isRight ? "end" : "start" });
    text.textContent = this.words.delivered ?? "";
  }

  barPath(heights, direction, half) {
    const step = this.frame.width / heights.length;
    const from = this.frame.middle + direction * 2;
    const bar = (height, place) => {
      if (!height) return "";
      const x = this.frame.left + place * step + 0.5;
      const [across, along] = [(step - 1).toFixed(2), (direction * Math.max(height * half, 1)).toFixed(2)];
      return `M${x.toFixed(2)} ${from}h${across}v${along}h-${across}z`;
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
    const box = { left: 37, top: 26, width: outer - 51, height: 206 };
    each.box = box;
    set(picture, { width: outer, height: box.top + box.height + 48 });
    const [origin, scale] = [`${box.left} ${box.top + box.height}`, `${box.width / UNIT} ${-box.height / UNIT}`];
    set(scaled, { transform: `translate(${origin}) scale(${scale})` });
    const [x, y] = this.rules[name];
    line.setAttribute("d", x.length ? `M${x.map((value, place) => `${value} ${y[place]}`).join("L")}` : "");
    const [positives, negatives] = this.rules.totals;
    const share = (UNIT * positives) / (positives + negatives);
    const chance = name === "roc" ? [0, UNIT] : [share, share];
    reference.setAttribute("d", x.length ? `M0 ${chance[0]}L${UNIT} ${chance[1]}` : "");
    grid.replaceChildren(...[0, 0.5, 1].flatMap((share) => gridLine(box, share)), ...this.curveTitles(name, box));
    const { tpr, fpr, ppv } = this.rules.delivered ?? {};
    const [across, up] = name === "roc" ? [fpr, tpr] : [tpr, ppv];
    move(each, each.delivered, across ?? NaN, up ?? NaN);
  }

  curveTitles(name, box) {
    const middle = { x: box.left + box.width / 2, y: box.top + box.height + 42, "text-anchor": "middle" };
    const [across, up] = [this.words[`${name}_across`] ?? "", this.words[`${name}_up`] ?? ""];
    return [svg("text", middle, across), svg("text", { x: 0, y: 12 }, up)];
  }

  // ---------------------------------------------------------------- one rule on screen

  show(index) {
    if (index < 0 || index === this.index) return this.showIntervals();
    this.index = index;
    const texts = this.rules.texts[index];
    for (const [line, place] of this.lines) {
      if (line.data !== texts[place]) line.data = texts[place]; // a new node would cost more than a new text
    }
    this.finding = `${texts[this.slotOf.headline]} ${texts[this.slotOf.detail]}`;
    this.spelled = texts[this.slotOf.said];
    if (!this.isDragged) this.slide();
    if (!this.isTyping) this.spell();
    this.lower.disabled = index === this.rules.thresholds.length - 1;
    this.higher.disabled = index === 0;
    this.back.hidden = !this.rules.delivered;
    this.back.disabled = index === this.rules.delivered?.index;
    this.problem.textContent = "";
    this.showKept();
    if (this.rules.people) this.showPeople(index);
    this.showIntervals();
    if (this.frame) this.place(index);
  }

  // Nobody sees the slider, so it follows a drag only at its end.
  slide() {
    this.range.value = this.rules.thresholds.length - 1 - this.index;
    this.range.setAttribute("aria-valuetext", this.finding);
  }

  spell() {
    const isNumber = /\d/.test(this.spelled);
    const hint = isNumber ? "" : this.spelled;
    this.box.value = isNumber ? this.spelled : "";
    if (this.box.placeholder !== hint) this.box.placeholder = hint;
    this.box.title = isNumber ? this.rules.thresholds[this.index] : "";
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
    const [detected, missed, falsePositives, all] = this.rules.people.map((numbers) => numbers[index]);
    this.crowd.classList.toggle("uncountable", all !== COLUMNS * ROWS);
    if (all !== COLUMNS * ROWS) return;
    const { tp, tn } = this.kinds;
    const [fn, fp] = this.outcomes().map((kind) => this.kinds[kind]);
    mark(tp, 0, detected);
    mark(fn, detected, detected + missed);
    mark(fp, detected + missed, detected + missed + falsePositives);
    mark(tn, detected + missed + falsePositives, all);
  }

  // Where the line, the four counts beside it and the two points stand.
  place(index) {
    const { cut, labels } = this.scores;
    const x = this.across(this.rules.places[index]);
    const width = this.frame.width + 24;
    cut.setAttribute("transform", `translate(${x} 0)`);
    const [positives, negatives] = this.rules.totals;
    const [tp, fp] = [this.rules.tp[index], this.rules.fp[index]];
    this.part("fn", "tp", positives - tp, tp, x);
    this.part("tn", "fp", negatives - fp, fp, x);
    this.beside(labels.fn, labels.tp, x, width);
    this.beside(labels.tn, labels.fp, x, width);
    move(this.roc, this.roc.point, fp / negatives, tp / positives);
    move(this.pr, this.pr.point, tp / positives, tp / (tp + fp));
  }

  // The bars change at the line; where one side has no case, all of them belong to the other.
  part(before, after, left, right, x) {
    const all = this.frame.width + 24;
    const at = left ? (right ? Math.max(0, x) : all) : 0;
    const { sides } = this.scores;
    set(sides[before].area, { x: 0, width: at });
    set(sides[after].area, { x: at, width: all - at });
  }

  // Two counts meet at the line, or as near to it as both have room.
  beside(left, right, x, width) {
    const [before, after] = [left, right].map((label) => label.firstChild.length * 7.5 + 10);
    const at = Math.round(Math.max(Math.min(x, width - after), before));
    left.style.left = `${at - 7}px`; // where it ends: on paper the field may be less wide than it was drawn for
    right.style.left = `${at + 7}px`;
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
    this.box.addEventListener("keydown", (event) => this.endTyping(event.key));
    this.parameter.addEventListener("change", () => this.readParameter());
    this.ways.addEventListener("keydown", (event) => this.turnWay(event));
    this.back.addEventListener("click", () => this.step(this.rules.delivered.index - this.index));
    this.keep.addEventListener("click", () => this.ask("keep", null));
    this.used.addEventListener("change", () => this.ask("use", Number(this.used.checked)));
    this.forget.addEventListener("click", () => this.ask("forget"));
    this.download.addEventListener("click", () => this.ask("download"));
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
    this.root.classList.remove("dragged");
    cancelAnimationFrame(this.asked);
    this.asked = this.next = undefined;
    this.show(index);
    this.isDragged = false;
    this.slide();
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
    this.tell(this.rules.thresholds[this.index]);
  }

  // A typed number that no listed rule has goes to Python, which counts exactly at it.
  read() {
    this.isTyping = false;
    const text = this.box.value.trim();
    const number = this.typed(text);
    const isOutside = this.words.is_probability && (number < 0 || number > 1);
    if (text && (number === null || isOutside)) return this.refuse(number === null ? "no_number" : "out_of_range");
    const isSame = text === this.spelled || number === Number(this.rules.thresholds[this.index]);
    if (number === null || isSame) return this.spell();
    const listed = this.rules.thresholds.findIndex((each) => Number(each) === number);
    this.show(listed);
    this.tell(listed < 0 ? String(number) : this.rules.thresholds[listed]);
  }

  // Escape: as if nothing had been typed.
  endTyping(key) {
    if (key === "Enter") this.read();
    if (key !== "Escape") return;
    this.isTyping = false;
    this.spell();
  }

  refuse(word) {
    this.spell();
    this.problem.textContent = this.words[word];
  }

  // The number of a text, with a comma or a point; null for none.
  typed(text) {
    const plain = text.trim().replace(",", ".").replace("−", "-");
    const number = Number(plain);
    return plain === "" || !Number.isFinite(number) ? null : number;
  }

  tell(threshold) {
    clearTimeout(this.timer); // of a step before a number was typed
    this.timer = undefined;
    if (threshold === this.wanted) return;
    this.wanted = threshold;
    this.turn += 1;
    this.trigger("picked", { threshold, turn: this.turn });
  }

  leave() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.asked);
    this.watcher.disconnect();
    this.root.remove();
  }
}
