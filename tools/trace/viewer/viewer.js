/* The viewer of access traces. ashlar-trace writes it into a page with the data of a trace;
 * docs/tracing.md describes these. Times are seconds, except those of items, which are units.
 * Nothing of the trace is ever parsed as HTML. */
"use strict";
(() => {

const RUN_SECONDS = 20;    // The whole run takes so long at speed x1.
const FADE_SECONDS = 0.5;  // An ended access takes so long to fade, on the screen.
const FADE_LONGEST = 1 / 20;  // It is at most this part of the run, however high the speed.
const FADE_STEPS = 5;
const CONTENTION_STEPS = 4;
const RECTANGLES = 12000;  // A frame draws at most so many; the latest come first.
const PIXELS = 12e6;       // Its rectangles have at most so many pixels.
const LANE_ITEMS = 4000;   // The time line draws single calls where there are at most so many.
const ARRAYS_SHOWN = 6;    // So many arrays are shown at first.
const RULER = 36;          // Height of the time line's head, which has times and marks.
const BIN_LARGEST = 40;    // No bin is drawn larger than that, until one zooms.
const CARD = 220;          // Least width of an array with its title.
const NO_OBJECT = 65535;

/* Kinds without a colour here are grey. Red is kept for contention. */
const KIND_COLOURS = {
  put: "#2f74d0", get: "#12936f", acc: "#8a5be0", gather: "#1f9fc0", scatter: "#5462dd",
  scatter_acc: "#b05fd0", rmw: "#b08a00", copy: "#6f8f2c"};
const HATCHED = new Set(["lock", "task", "sync", "create", "operation"]);
const GREY = "#858c98", RED = "#e0301e";
/* The map's own scale (viridis). Much stands out from the page: yellow if it is dark, else blue. */
const MAP_COLOURS = ["#440154", "#46307d", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725"];
const MEASURES = {
  waited: {name: "Waiting", section: "map_waited", format: seconds, note: "Time that accesses of a bin waited."},
  overlaps: {name: "Overlaps", section: "map_overlaps", format: count, note: "Accesses of other ranks to a bin at the same time."},
  accesses: {name: "Accesses", section: "map_accesses", format: count, note: "Accesses to a bin."}};

const $ = id => document.getElementById(id);
const clamp = (x, low, high) => Math.max(low, Math.min(high, x));
const rgb = hex => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16));
const mix = (from, to, part) => from.map((x, k) => Math.round(x + (to[k] - x) * part));
const css = colour => `rgb(${colour.join()})`;
const pixel = colour => (255 << 24 | colour[2] << 16 | colour[1] << 8 | colour[0]) >>> 0;

function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function swatch(kind) { return make("i", {class: "kind", style: `background: var(--kind-${kind})`}); }

/* ---- numbers as text ---- */

function count(x) { return x.toLocaleString("en", {maximumFractionDigits: x && x < 10 ? 2 : 0}); }

function scaled(x, units, factor, digits) {
  let k = 0;
  while (k + 1 < units.length && Math.abs(x) >= factor) { x /= factor; k++; }
  return `${k || digits ? x.toPrecision(Math.max(3, Math.ceil(Math.log10(Math.abs(x) + 1)))) : x} ${units[k]}`;
}
function bytes(x) { return scaled(x, ["B", "KiB", "MiB", "GiB", "TiB", "PiB"], 1024); }
function seconds(x) {
  return !x ? "0 s" : Math.abs(x) >= 1 ? x.toPrecision(Math.max(4, Math.ceil(Math.log10(Math.abs(x))))) + " s"
    : scaled(x * 1e9, ["ns", "\u00b5s", "ms", "s"], 1000, true);
}
function clock(t) { return t.toFixed(clamp(4 - Math.floor(Math.log10(span)), 0, 9)) + " s"; }
function percent(part, whole) { return whole ? (100 * part / whole).toFixed(1) + " %" : ""; }
function range(name, from, to) { return from === to ? `${name} ${from}` : `${name}s ${from} to ${to}`; }

/* Round steps of an axis from low to high with at most so many of them. */
function ticks(low, high, most, least = 0) {
  const rough = Math.max((high - low) / Math.max(1, most), 1e-12), power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(least, [1, 2, 5, 10].map(x => x * power).find(x => x >= rough * 0.999));
  const list = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) list.push(k * step);
  return {step, list};
}

/* ---- the trace ---- */

let meta, data = {}, latestEnd, span, arrays = [], palette, theme;
const frameTimes = [];
const state = {time: 0, playing: false, speed: 0, map: false, measure: "waited", log: false, kinds: [], from: 0, to: 1,
               drawn: 0, found: 0};

async function load() {
  meta = JSON.parse($("meta").textContent);
  if (typeof DecompressionStream === "undefined")
    throw new Error("this browser has no DecompressionStream; a newer one shows the trace");
  const text = atob($("data").textContent.trim());
  const packed = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) packed[k] = text.charCodeAt(k);
  $("data").remove();
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(stream).arrayBuffer().catch(() => { throw new Error("they cannot be decompressed"); });
  const types = {u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array};
  for (const s of meta.sections) data[s.name] = new types[s.type](buffer, s.offset, s.count);

  /* Items are sorted by begin. The latest end of all up to one grows too, so that a binary search
   * finds the first that may reach into a window. */
  latestEnd = new Uint32Array(data.begin.length);
  for (let k = 0, end = 0; k < latestEnd.length; k++) latestEnd[k] = end = Math.max(end, data.end[k]);
  span = meta.seconds > 0 ? meta.seconds : 1;
  state.to = span;
  state.kinds = meta.kinds.map(() => true);
}

/* The first index of a growing list whose value is at least x. */
function lowerBound(list, x) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < x) low = middle + 1; else high = middle;
  }
  return low;
}

/* Items between these indices may touch the times from..to, and no others do. */
function itemsBetween(from, to) {
  return [lowerBound(latestEnd, from / meta.unit), lowerBound(data.begin, to / meta.unit + 1e-9)];
}

/* This is 0 if an access met no other, and 1 if it waited all the time, or overlapped many. */
function contention(k) {
  const length = Math.max(1, data.end[k] - data.begin[k]) * meta.unit, overlaps = data.overlaps[k] / data.count[k];
  return Math.min(1, Math.max(data.waited[k] / length, overlaps / (overlaps + 4)));
}

/* ---- colours ---- */

function setTheme(name) {
  const root = document.documentElement, other = name === "dark" ? "light" : "dark";
  theme = root.dataset.theme = name;
  $("theme").textContent = other[0].toUpperCase() + other.slice(1);
  $("theme").setAttribute("aria-label", `Change to ${other} colours`);
  palette = {};
  for (const key of ["text", "quiet", "line", "well", "panel", "accent", "busy", "sync", "wait"])
    palette[key] = getComputedStyle(root).getPropertyValue("--" + key).trim();
  const tint = hex => mix([255, 255, 255], rgb(hex), name === "dark" ? 0.8 : 1), red = tint(RED);
  const kinds = meta.kinds.map(kind => tint(KIND_COLOURS[kind] || GREY));
  palette.kinds = kinds.map(css);
  palette.accesses = kinds.map(colour => Array.from({length: CONTENTION_STEPS}, (_, step) =>
    css(mix(colour, red, step / (CONTENTION_STEPS - 1)))));
  palette.kinds.forEach((colour, k) => root.style.setProperty(`--kind-${k}`, colour));
  root.style.setProperty("--contention", css(red));
  palette.shades = MAP_COLOURS.map(rgb);
  if (name === "light") palette.shades.reverse(); else palette.shades.shift();
  for (const a of arrays) a.images = {};
  redraw(true);
}

function shade(part) {
  const at = clamp(part, 0, 1) * (palette.shades.length - 1), k = Math.min(palette.shades.length - 2, Math.floor(at));
  return mix(palette.shades[k], palette.shades[k + 1], at - k);
}

/* ---- canvases ---- */

/* Give a canvas its size in pixels of the screen, and a context that draws in those of CSS. */
function fit(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  canvas.style.width = width + "px";
  canvas.style.height = height + "px";
  const g = canvas.getContext("2d");
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.font = "11px " + getComputedStyle(document.body).fontFamily;
  return g;
}

/* ---- arrays ---- */

/* Rows stand for the first dimension, columns for the others. */
function extents({dims: [rows, columns]}) { return [Math.max(1, rows || 1), Math.max(1, columns || 1)]; } // Others are projected.

/* The indices in bins from..to, inclusive, of an axis. */
function indices(name, from, to, bins, extent) {
  return range(name, Math.ceil(from * extent / bins), Math.max(0, Math.ceil((to + 1) * extent / bins) - 1));
}
function patch(a, r0, r1, c0, c1) {
  const rows = indices("row", r0, r1, a.rows, a.extent[0]);
  return a.dims.length < 2 ? rows.replace("row", "element") : `${rows}, ${indices("column", c0, c1, a.columns, a.extent[1])}`;
}

function makeArrays() {
  /* Shown at first: arrays that ranks contend for, else those with the most transfers. */
  const sums = meta.summary.objects, contended = sums.some(o => o.waited > 0 || o.overlaps > 0);
  const busiest = sums.map((o, k) => k)
    .filter(k => meta.objects[k].map >= 0 && (!contended || sums[k].waited > 0 || sums[k].overlaps > 0))
    .sort((a, b) => sums[b].waited - sums[a].waited || sums[b].calls - sums[a].calls);
  const offsets = [];
  for (const o of meta.objects) if (o.map >= 0) offsets[o.map] = o.rows * o.columns;
  offsets.reduce((at, size, k) => { offsets[k] = at; return at + size; }, 0);
  meta.objects.forEach((object, index) => {
    const title = object.name || `${object.kind} ${index}`, dims = object.dims.join(" \u00d7 ");
    const canvas = make("canvas", {role: "img"}), out = make("button", {type: "button", hidden: ""}, "Reset");
    const card = make("article", {"data-object": index},
      make("header", {}, make("h3", {title}, title), make("span", {}, dims), make("span", {class: "type"}, object.type), out), canvas);
    const a = {...object, index, title, card, canvas, out, extent: extents(object), drawn: [], images: {},
               offset: object.map >= 0 ? offsets[object.map] : -1, shown: busiest.slice(0, ARRAYS_SHOWN).includes(index)};
    a.whole = [0, object.rows, 0, object.columns];
    a.view = a.whole;
    out.onclick = () => zoomArray(a, a.whole);
    canvas.addEventListener("dblclick", out.onclick);
    dragArray(a);
    arrays.push(a);
    $("arrays").append(card);
  });
  if (!arrays.length) $("arrays").append(make("p", {class: "none"}, "No array was accessed in this trace."));
}

function zoomArray(a, view) {
  a.view = view;
  a.out.hidden = view === a.whole;
  redraw();
}

/* Let the shown arrays flow into rows, with pictures as high as the room allows. */
function layoutArrays() {
  const room = $("arrays"), shown = arrays.filter(a => a.shown), gap = 16, head = 50, left = 44;
  const width = room.clientWidth - 2 * gap, height = room.clientHeight - gap;
  const sizes = high => shown.map(a => {
    const aspect = clamp(a.extent[1] / a.extent[0], 0.2, 4);
    const w = Math.min(high * aspect, width - left - 2, BIN_LARGEST * Math.max(a.columns, a.rows * aspect));
    return {w: Math.max(16, Math.floor(w)), h: Math.max(16, Math.floor(w / aspect)), card: Math.max(w + left + 2, CARD)};
  });
  const rows = list => {
    let count = 1, x = 0;
    for (const {card} of list) {
      if (x && x + card > width) { count++; x = 0; }
      x += card + gap;
    }
    return count;
  };
  let high = Math.max(110, height - head);
  while (high > 110 && rows(sizes(high)) * (high + head + gap) - gap > height) high -= 4;
  const list = sizes(high);
  for (const a of arrays) a.card.hidden = !a.shown;
  shown.forEach((a, k) => {
    a.box = {x: left, y: 18, w: list[k].w, h: list[k].h};
    a.g = fit(a.canvas, left + list[k].w + 2, 20 + list[k].h);
    a.card.style.width = list[k].card + "px";
  });
}

/* The rectangle of the bins r0..r1, c0..c1, inclusive, on the canvas. */
function place(a, r0, r1, c0, c1) {
  const [v0, v1, u0, u1] = a.view, {x, y, w, h} = a.box, sx = w / (u1 - u0), sy = h / (v1 - v0);
  return [x + (c0 - u0) * sx, y + (r0 - v0) * sy, Math.max(2, (c1 - c0 + 1) * sx), Math.max(2, (r1 - r0 + 1) * sy)];
}

function drawArray(a) {
  const g = a.g, {x, y, w, h} = a.box;
  g.clearRect(0, 0, a.canvas.width, a.canvas.height);
  g.fillStyle = palette.well;
  g.fillRect(x, y, w, h);
  g.save();
  g.beginPath();
  g.rect(x, y, w, h);
  g.clip();
  if (state.map) drawMap(a); else drawAccesses(a);
  g.restore();
  g.strokeStyle = palette.line;
  g.strokeRect(x - 0.5, y - 0.5, w + 1, h + 1);
  drawAxes(a);
}

function drawAxes(a) {
  const g = a.g, {x, y, w, h} = a.box, [r0, r1, c0, c1] = a.view;
  const rows = a.extent[0] / a.rows, columns = a.extent[1] / a.columns;
  g.fillStyle = g.strokeStyle = palette.quiet;
  g.beginPath();
  g.textAlign = "right";
  g.textBaseline = "middle";
  for (const row of ticks(r0 * rows, r1 * rows - 1, h / 36, 1).list) {
    const at = y + (row / rows - r0) / (r1 - r0) * h;
    g.moveTo(x - 4, at); g.lineTo(x - 1, at);
    g.fillText(short(row), x - 6, Math.max(at, y + 4));
  }
  g.textAlign = "center";
  g.textBaseline = "alphabetic";
  if (a.extent[1] > 1) for (const column of ticks(c0 * columns, c1 * columns - 1, w / 56, 1).list) {
    const at = x + (column / columns - c0) / (c1 - c0) * w;
    g.moveTo(at, y - 4); g.lineTo(at, y - 1);
    g.fillText(short(column), Math.min(at, x + w - 12), y - 7);
  }
  g.stroke();
}
function short(x) {
  return x >= 1e6 ? +(x / 1e6).toFixed(2) + "M" : x >= 1e4 ? +(x / 1e3).toFixed(2) + "k" : String(x);
}

/* Sort the accesses of the window into arrays, oldest first: those that ended before those that
 * last, and contended ones last of all. */
function findAccesses() {
  const rate = rateOf(), now = state.time / meta.unit, open = now - Math.max(1, rate / 60 / meta.unit);
  const fade = Math.max(1, Math.min(FADE_SECONDS * rate, span * FADE_LONGEST) / meta.unit);
  const [first, end] = itemsBetween(state.time - fade * meta.unit - rate / 60, state.time);
  for (const a of arrays) a.drawn = Array.from({length: FADE_STEPS + CONTENTION_STEPS}, () => []);
  let pixels = 0, found = 0, drawn = 0, active = 0, waiting = 0;
  for (let k = end - 1; k >= first; k--) {
    const object = data.object[k], age = (open - data.end[k]) / fade;
    if (object === NO_OBJECT || age >= 1 || !state.kinds[data.kind[k]] || !arrays[object].shown) continue;
    found++;
    if (age <= 0) {
      active++;
      if (data.waited[k] > 0) waiting++;
    }
    const a = arrays[object], [r0, r1, c0, c1] = a.view;
    if (drawn >= RECTANGLES || pixels > PIXELS) continue;
    drawn++;
    pixels += a.box.w * a.box.h * Math.min(1, (data.r1[k] - data.r0[k] + 1) * (data.c1[k] - data.c0[k] + 1) / ((r1 - r0) * (c1 - c0)));
    const layer = age > 0 ? Math.floor((1 - age) * FADE_STEPS * 0.999)
      : FADE_STEPS + Math.round(contention(k) * (CONTENTION_STEPS - 1));
    a.drawn[layer].push(k);
  }
  Object.assign(state, {found, drawn});
  $("active").textContent = state.map ? "Composite of the whole run"
    : `${count(active)} accesses now, ${count(waiting)} with waiting` + (drawn < found ? `; latest ${count(drawn)} of ${count(found)} drawn` : "");
}

function drawAccesses(a) {
  const g = a.g;
  a.drawn.forEach((list, layer) => {
    const lasts = layer >= FADE_STEPS;
    g.globalAlpha = lasts ? 0.6 + 0.1 * (layer - FADE_STEPS) : 0.45 * (layer + 1) / FADE_STEPS;
    for (let n = list.length - 1; n >= 0; n--) {
      const k = list[n], step = Math.round(contention(k) * (CONTENTION_STEPS - 1));
      const [x, y, w, h] = place(a, data.r0[k], data.r1[k], data.c0[k], data.c1[k]);
      g.fillStyle = palette.accesses[data.kind[k]][step];
      g.fillRect(x, y, w, h);
      if (lasts && list.length < 500 && w > 5 && h > 5) {
        g.lineWidth = step ? 2 : 1;
        g.strokeStyle = step > 1 ? palette.text : g.fillStyle;
        g.globalAlpha = 1;
        g.strokeRect(x + g.lineWidth / 2, y + g.lineWidth / 2, w - g.lineWidth, h - g.lineWidth);
        g.globalAlpha = 0.6 + 0.1 * (layer - FADE_STEPS);
      }
    }
  });
  g.globalAlpha = g.lineWidth = 1;
}

/* ---- the composite map ---- */

/* The values of an array's map, if it has one. */
function mapOf(a, measure) {
  const values = data[MEASURES[measure].section];
  return a.offset < 0 || !values ? null : values.subarray(a.offset, a.offset + a.rows * a.columns);
}

/* The largest value in the maps of all arrays, which share the scale. */
function mapLimit() {
  const values = data[MEASURES[state.measure].section] || [];
  let most = 0, least = Infinity;
  for (const x of values) {
    if (x > most) most = x;
    if (x > 0 && x < least) least = x;
  }
  return {most, least: Math.max(Math.min(least, most), most * 1e-4)};
}
function mapPart(x, {most, least}) {
  return !state.log ? x / most : most > least ? Math.log(x / least) / Math.log(most / least) : 1;
}

function drawMap(a) {
  const values = mapOf(a, state.measure), key = `${state.measure} ${state.log}`, {x, y, w, h} = a.box;
  if (!values) {
    a.g.fillStyle = palette.quiet;
    a.g.textAlign = "center";
    a.g.fillText("no map", x + w / 2, y + h / 2);
    return;
  }
  if (!a.images[key]) {
    const canvas = make("canvas", {width: a.columns, height: a.rows}), g = canvas.getContext("2d");
    const image = g.createImageData(a.columns, a.rows), pixels = new Uint32Array(image.data.buffer), limit = mapLimit();
    const table = Array.from({length: 256}, (_, k) => pixel(shade(k / 255)));
    for (let k = 0; k < values.length; k++)
      if (values[k] > 0) pixels[k] = table[Math.round(255 * clamp(mapPart(values[k], limit), 0, 1))];
    g.putImageData(image, 0, 0);
    a.images[key] = canvas;
  }
  const [r0, r1, c0, c1] = a.view;
  a.g.imageSmoothingEnabled = false;
  a.g.drawImage(a.images[key], c0, r0, c1 - c0, r1 - r0, x, y, w, h);
}

/* The legend: the scale with numbers. */
function drawScale() {
  const m = MEASURES[state.measure], {least, most} = mapLimit();
  const numbers = state.log ? [least, Math.sqrt(least * most), most] : [0, most / 2, most];
  $("map-title").textContent = `Map: ${m.name.toLowerCase()} per bin`;
  $("map-note").textContent = most ? `${m.note} Bins with none are left blank.` : "All values are 0.";
  $("map-ramp").style.background = `linear-gradient(90deg, ${palette.shades.map(css).join()})`;
  $("map-numbers").replaceChildren(...numbers.map(x => make("span", {}, m.format(x))));
}

function setMap(on) {
  state.map = on;
  $("map").setAttribute("aria-pressed", on);
  $("key-map").hidden = !on;
  $("key-accesses").hidden = on;
  for (const a of arrays) a.canvas.setAttribute("aria-label", on ? `Map of ${a.title}` : `Accesses to ${a.title}`);
  redraw();
}

/* ---- the time line ---- */

const lane = {};  // Its size and place, set by layoutLanes().

function layoutLanes() {
  const lanes = meta.lanes, room = Math.max(110, window.innerHeight * 0.28 - RULER);
  lane.height = Math.floor(clamp(room / Math.max(1, lanes.length), 13, 26));
  const whole = RULER + lanes.length * lane.height;
  lane.view = Math.min(whole, RULER + Math.floor(room));
  $("lanes").style.height = lane.view + "px";
  $("pane").style.height = lane.view + "px";
  $("spacer").style.height = whole - lane.view + "px";
  lane.threads = lanes.some(l => l.thread);
  const g = fit($("line"), $("lanes").clientWidth, lane.view);
  lane.left = Math.ceil(Math.max(48, ...lanes.map((l, k) => g.measureText(laneName(k)).width + 18)));
  lane.width = Math.max(50, $("lanes").clientWidth - lane.left - 12);
  Object.assign($("plot").style, {left: lane.left + "px", width: lane.width + "px"});
  lane.g = g;
}
function laneName(k) {
  const l = meta.lanes[k];
  return `rank ${l.rank}` + (lane.threads ? `.${l.thread}` : "");
}
function timeToX(t) { return lane.left + (t - state.from) / (state.to - state.from) * lane.width; }
function xToTime(x) { return clamp(state.from + (x - lane.left) / lane.width * (state.to - state.from), 0, span); }

/* The lanes at least partly to be seen, and the place of one of them. */
function visibleLanes() {
  const top = $("lanes").scrollTop, last = Math.ceil((top + lane.view - RULER) / lane.height);
  return [Math.floor(top / lane.height), Math.min(meta.lanes.length, last)];
}
function laneY(k) { return RULER + k * lane.height - $("lanes").scrollTop; }
/* A lane's upper part is for calls, its lower for waiting; these are their heights. */
function laneParts() {
  const inner = lane.height - 3, low = Math.max(3, Math.round(inner * 0.36));
  return {high: inner - low, low};
}

function drawTimeLine() {
  const g = lane.g, [first, end] = visibleLanes(), {high, low} = laneParts();
  g.clearRect(0, 0, lane.left + lane.width + 20, lane.view);
  g.fillStyle = palette.well;
  for (let k = first; k < end; k++) g.fillRect(lane.left, laneY(k) + 1, lane.width, high + low);
  const [item, last] = itemsBetween(state.from, state.to);
  const isClose = lane.width / meta.timeline_bins * span / (state.to - state.from) > 3 && last - item <= LANE_ITEMS;
  if (isClose) drawLaneItems(item, last); else drawBins();

  g.fillStyle = palette.text;
  g.textAlign = "right";
  g.textBaseline = "middle";
  for (let k = first; k < end; k++) g.fillText(laneName(k), lane.left - 8, laneY(k) + lane.height / 2);
  g.fillStyle = palette.panel;
  g.fillRect(0, 0, lane.left + lane.width + 20, RULER);
  drawRuler();
}

/* Bars of bins, written pixel by pixel: a synchronisation is hatched, so that it differs from a
 * transfer in more than colour; waiting has a band of its own. */
function drawBins() {
  const ratio = window.devicePixelRatio || 1, [first, end] = visibleLanes(), {high, low} = laneParts();
  const width = Math.round(lane.width * ratio), height = Math.round((lane.view - RULER) * ratio);
  if (width < 1 || height < 1 || !data.busy) return;
  const image = lane.g.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const [busy, sync, wait, well] = ["busy", "sync", "wait", "well"].map(name => pixel(rgb(palette[name])));
  const bins = meta.timeline_bins, scale = bins / span;
  const binAt = Int32Array.from({length: width + 1}, (_, x) =>
    clamp(Math.floor((state.from + x / width * (state.to - state.from)) * scale), 0, bins));
  const column = (x, foot, tall, colour) => {
    for (let y = Math.max(0, foot - tall); y < Math.min(height, foot); y++)
      if (colour !== sync || (x + y) % 4 < 2) pixels[y * width + x] = colour;
  };
  for (let k = first; k < end; k++) {
    const base = Math.round((laneY(k) + 1 + high - RULER) * ratio), foot = Math.round((laneY(k) + 1 + high + low - RULER) * ratio);
    const tall = Math.round(high * ratio), deep = foot - base - Math.round(ratio);
    pixels.fill(well, Math.max(0, base - tall) * width, Math.max(0, foot) * width);
    for (let x = 0; x < width; x++) {
      const from = binAt[x], to = Math.max(from + 1, binAt[x + 1]);
      if (from >= bins) break;
      let b = 0, s = 0, w = 0;
      for (let at = k * bins + from; at < k * bins + to; at++) { b += data.busy[at]; s += data.syncing[at]; w += data.waiting[at]; }
      const part = (size, sum) => sum ? Math.max(1, Math.round(size * Math.min(1, sum / (to - from) / 255))) : 0;
      const up = part(tall, b);
      column(x, base, up, busy);
      column(x, base - up, Math.min(tall - up, part(tall, s)), sync);
      column(x, foot, part(deep, w), wait);
    }
  }
  lane.g.putImageData(image, Math.round(lane.left * ratio), Math.round(RULER * ratio));
}

/* A pattern of the stripes that synchronisations have. */
function hatchPattern() {
  const tile = make("canvas", {width: 4, height: 4}), g = tile.getContext("2d");
  g.fillStyle = palette.sync;
  for (let k = 0; k < 4; k++) for (const x of [4 - k, 5 - k]) g.fillRect(x % 4, k, 1, 1);
  return lane.g.createPattern(tile, "repeat");
}

/* Single calls in the colours of their kinds; the band below has the share that each waited. */
function drawLaneItems(from, to) {
  const g = lane.g, [first, end] = visibleLanes(), {high, low} = laneParts(), hatch = hatchPattern();
  g.save();
  g.beginPath();
  g.rect(lane.left, RULER, lane.width, lane.view - RULER);
  g.clip();
  for (let k = from; k < to; k++) {
    const l = data.lane[k];
    if (l < first || l >= end || !state.kinds[data.kind[k]]) continue;
    const x = timeToX(data.begin[k] * meta.unit), w = Math.max(1, timeToX(data.end[k] * meta.unit) - x), y = laneY(l) + 1;
    g.fillStyle = HATCHED.has(meta.kinds[data.kind[k]]) ? hatch : palette.kinds[data.kind[k]];
    g.fillRect(x, y, w > 3 ? w - 1 : w, high);
    const length = Math.max(1, data.end[k] - data.begin[k]) * meta.unit;
    const deep = (low - 1) * Math.min(1, data.waited[k] / length);
    g.fillStyle = palette.wait;
    if (deep > 0) g.fillRect(x, y + high + low - Math.max(1, deep), w, Math.max(1, deep));
  }
  g.restore();
}

/* Times on top, below them the flags of marks; names are left out where they would overlap. */
function drawRuler() {
  const g = lane.g, {step, list} = ticks(state.from, state.to, lane.width / 90);
  const digits = clamp(-Math.floor(Math.log10(step) + 1e-9), 0, 9);
  g.fillStyle = palette.quiet;
  g.strokeStyle = palette.line;
  g.textAlign = "center";
  g.textBaseline = "alphabetic";
  g.beginPath();
  for (const t of list) {
    const x = Math.round(timeToX(t)) + 0.5;
    g.moveTo(x, 15); g.lineTo(x, RULER);
    g.fillText(t.toFixed(digits), clamp(x, lane.left + 10, lane.left + lane.width - 12), 11);
  }
  g.stroke();
  g.textAlign = "right";
  g.fillText("s", lane.left - 8, 11);
  g.textAlign = "left";
  let free = 0;
  for (const mark of meta.marks) {
    if (mark.t < state.from || mark.t > state.to) continue;
    const x = Math.round(timeToX(mark.t)), lanes = laneOfRank(mark.rank);
    g.fillStyle = palette.accent;
    if (lanes >= 0 && laneY(lanes) > RULER - 4) g.fillRect(x, laneY(lanes) + 1, 1, lane.height - 2);
    const width = g.measureText(mark.name).width;
    if (x < free || x + width + 12 > lane.left + lane.width + 12) continue;
    g.fillRect(x, 18, 1, RULER - 18);
    g.beginPath();
    g.moveTo(x, 18); g.lineTo(x + 7, 21.5); g.lineTo(x, 25);
    g.fill();
    g.fillStyle = palette.text;
    g.fillText(mark.name, x + 9, 27);
    free = x + width + 16;
  }
}
function laneOfRank(rank) { return meta.lanes.findIndex(l => l.rank === rank); }

function moveCursor() {
  const line = $("line"), x = timeToX(state.time) - lane.left;
  $("cursor").hidden = x < -1 || x > lane.width + 1;
  $("cursor").style.transform = `translateX(${x}px)`;
  line.setAttribute("aria-valuemax", meta.seconds);
  line.setAttribute("aria-valuenow", state.time);
  line.setAttribute("aria-valuetext", seconds(state.time));
  $("now").textContent = clock(state.time);
}

/* Show the times from..to, moved into the run and not closer than the items tell apart. */
function zoomTime(from, to) {
  const width = clamp(to - from, Math.min(span, Math.max(20 * meta.unit, span * 1e-7)), span);
  state.from = clamp(from + (to - from - width) / 2, 0, span - width);
  state.to = state.from + width;
  $("time-out").disabled = width >= span;
  redraw(true);
}
function zoomAround(t, factor) { zoomTime(t - (t - state.from) * factor, t + (state.to - t) * factor); }

/* ---- pointers ---- */

/* Follow a drag on a node: all points are relative to it. */
function follow(node, begin) {
  node.addEventListener("pointerdown", event => {
    if (event.button !== 0) return;
    const corner = node.getBoundingClientRect(), at = e => [e.clientX - corner.left, e.clientY - corner.top];
    const drag = begin(at(event), event);
    if (!drag) return;
    node.setPointerCapture(event.pointerId);
    const move = e => drag.move(at(e)), end = e => {
      node.removeEventListener("pointermove", move);
      drag.end(at(e), e.type === "pointerup");
    };
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", end, {once: true});
    node.addEventListener("pointercancel", end, {once: true});
  });
}

/* The bin under a point, clamped into the view. */
function binAt(a, [x, y]) {
  const [r0, r1, c0, c1] = a.view;
  return [clamp(Math.floor(r0 + (y - a.box.y) / a.box.h * (r1 - r0)), r0, r1 - 1),
          clamp(Math.floor(c0 + (x - a.box.x) / a.box.w * (c1 - c0)), c0, c1 - 1)];
}

function dragArray(a) {
  const frame = make("div", {class: "frame", hidden: ""});
  a.card.append(frame);
  follow(a.canvas, begin => ({
    move([x, y]) {
      const {box} = a, [x0, x1] = [begin[0], x].map(v => clamp(v, box.x, box.x + box.w)).sort((p, q) => p - q);
      const [y0, y1] = [begin[1], y].map(v => clamp(v, box.y, box.y + box.h)).sort((p, q) => p - q);
      frame.hidden = false;
      Object.assign(frame.style, {left: a.canvas.offsetLeft + x0 + "px", top: a.canvas.offsetTop + y0 + "px",
                                  width: x1 - x0 + "px", height: y1 - y0 + "px"});
    },
    end(point, done) {
      frame.hidden = true;
      if (!done || Math.hypot(point[0] - begin[0], point[1] - begin[1]) < 6) return;
      const [r, c] = binAt(a, begin), [s, d] = binAt(a, point);
      zoomArray(a, [Math.min(r, s), Math.max(r, s) + 1, Math.min(c, d), Math.max(c, d) + 1]);
    }}));
  hover(a.canvas, point => {
    const {x, y, w, h} = a.box;
    return point[0] < x || point[1] < y || point[0] > x + w || point[1] > y + h ? null : arrayTip(a, ...binAt(a, point));
  });
}

function dragTimeLine() {
  const selection = $("selection");
  follow($("line"), (begin, event) => {
    if (begin[0] < lane.left - 8) return null;
    const isZoom = event.shiftKey;
    if (!isZoom) seek(xToTime(begin[0]));
    return {
      move([x]) {
        if (!isZoom) { seek(xToTime(x)); return; }
        const [x0, x1] = [begin[0], x].map(v => clamp(v - lane.left, 0, lane.width)).sort((p, q) => p - q);
        selection.hidden = false;
        Object.assign(selection.style, {left: x0 + "px", width: x1 - x0 + "px"});
      },
      end([x], done) {
        selection.hidden = true;
        const [from, to] = [begin[0], x].map(xToTime).sort((p, q) => p - q);
        if (done && isZoom && Math.abs(x - begin[0]) > 3) zoomTime(from, to);
      }};
  });
  $("line").addEventListener("dblclick", () => zoomTime(0, span));
  $("line").addEventListener("wheel", event => {
    const x = event.clientX - $("line").getBoundingClientRect().left;
    if (x < lane.left) return;
    event.preventDefault();
    const move = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    const shift = move / lane.width * (state.to - state.from);
    if (Math.abs(move) > Math.abs(event.deltaY) || event.shiftKey) zoomTime(state.from + shift, state.to + shift);
    else zoomAround(xToTime(x), Math.exp(clamp(event.deltaY, -200, 200) * 0.002));
  }, {passive: false});
  $("lanes").addEventListener("scroll", () => redraw(true));
  hover($("line"), timeTip);
}

/* ---- tooltips ---- */

function hover(node, describe) {
  const tip = $("tip");
  node.addEventListener("pointermove", event => {
    const corner = node.getBoundingClientRect();
    const lines = event.buttons ? null : describe([event.clientX - corner.left, event.clientY - corner.top]);
    tip.hidden = !lines;
    if (!lines) return;
    tip.replaceChildren(...lines.map((text, k) => make(k ? "p" : "h4", {}, text)));
    const {width, height} = tip.getBoundingClientRect();
    tip.style.left = clamp(event.clientX + 14, 4, window.innerWidth - width - 8) + "px";
    tip.style.top = (event.clientY + 18 + height < window.innerHeight ? event.clientY + 18 : event.clientY - height - 10) + "px";
  });
  for (const type of ["pointerleave", "pointerdown"]) node.addEventListener(type, () => tip.hidden = true);
}

function itemText(k) {
  const [begin, end] = [data.begin[k], data.end[k]].map(t => t * meta.unit);
  const many = data.count[k] > 1 ? `${count(data.count[k])} calls, ` : "";
  return `${meta.kinds[data.kind[k]]} by ${laneName(data.lane[k])}: ${many}${seconds(end - begin)} from ${begin.toFixed(6)} s` +
    (data.waited[k] > 0 ? `, waited ${seconds(data.waited[k])}` : "") +
    (data.overlaps[k] ? `, ${count(data.overlaps[k])} overlaps` : "");
}

function arrayTip(a, row, column) {
  const lines = [`${a.title}: ${patch(a, row, row, column, column)}`], values = [];
  for (const [name, m] of Object.entries(MEASURES)) {
    const map = mapOf(a, name);
    if (map) values.push(`${m.name.toLowerCase()} ${m.format(map[row * a.columns + column])}`);
  }
  if (values.length) lines.push(`Whole run: ${values.join(", ")}`);
  if (state.map) return lines;
  const here = a.drawn.flat().filter(k => data.r0[k] <= row && row <= data.r1[k] && data.c0[k] <= column && column <= data.c1[k])
    .sort((p, q) => data.end[q] - data.end[p]);
  for (const k of here.slice(0, 4)) lines.push(`${itemText(k)}; ${patch(a, data.r0[k], data.r1[k], data.c0[k], data.c1[k])}`);
  if (here.length > 4) lines.push(`and ${count(here.length - 4)} more`);
  return lines;
}

function timeTip([x, y]) {
  if (x < lane.left - 60 || x > lane.left + lane.width) return null;
  const t = xToTime(x), near = (state.to - state.from) / lane.width * 4, lines = [`${t.toFixed(6)} s`];
  const marks = meta.marks.filter(m => Math.abs(m.t - t) <= near);
  if (y < RULER) return lines.concat(marks.slice(0, 4).map(m => `mark ${m.name} of rank ${m.rank}`));
  const k = Math.floor((y - RULER + $("lanes").scrollTop) / lane.height), l = meta.lanes[k];
  if (!l) return null;
  lines[0] = `${laneName(k)} on node ${l.node} (${l.host})` + (x < lane.left ? "" : `, ${lines[0]}`);
  if (x < lane.left) return lines;
  const bin = k * meta.timeline_bins + clamp(Math.floor(t / span * meta.timeline_bins), 0, meta.timeline_bins - 1);
  lines.push(`In transfer ${percent(data.busy[bin], 255)}, synchronisation ${percent(data.syncing[bin], 255)}, waiting ${percent(data.waiting[bin], 255)}`);
  const [first, end] = itemsBetween(t, t);
  for (let n = end - 1; n >= first && lines.length < 5; n--)
    if (data.lane[n] === k && data.end[n] * meta.unit >= t) {
      const a = arrays[data.object[n]];
      lines.push(itemText(n) + (a ? `; ${a.title} ${patch(a, data.r0[n], data.r1[n], data.c0[n], data.c1[n])}` : ""));
    }
  return lines;
}

/* ---- the player ---- */

let waitsForFrame = false, linesChanged = true, sizesChanged = true, lastFrame = 0;

/* Ask for a frame; the time line is drawn again only if its picture has changed. */
function redraw(line = false, size = false) {
  linesChanged ||= line || size;
  sizesChanged ||= size;
  if (waitsForFrame) return;
  waitsForFrame = true;
  requestAnimationFrame(frame);
}

function rateOf() { return span / RUN_SECONDS * 2 ** state.speed; }  // Seconds of the run per second.

function frame(now) {
  waitsForFrame = false;
  if (state.playing) {
    state.time += Math.min(0.1, (now - lastFrame) / 1000) * rateOf();
    lastFrame = now;
    if (state.time >= meta.seconds) {
      state.time = meta.seconds;
      pause();
      setMap(true);
    }
    if (state.time > state.to || state.time < state.from) zoomTime(state.time, state.time + state.to - state.from);
  }
  const begin = performance.now();
  if (sizesChanged) {
    layoutLanes();
    layoutArrays();
  }
  findAccesses();
  for (const a of arrays) if (a.shown) drawArray(a);
  if (state.map) drawScale();
  if (linesChanged) drawTimeLine();
  moveCursor();
  linesChanged = sizesChanged = false;
  frameTimes.push(performance.now() - begin);
  if (frameTimes.length > 600) frameTimes.shift();
  if (state.playing) redraw();
}

function play() {
  if (state.time >= meta.seconds) state.time = 0;
  setMap(false);
  lastFrame = performance.now();
  setPlaying(true);
}
function pause() { setPlaying(false); }
function setPlaying(on) {
  state.playing = on;
  $("play").setAttribute("aria-label", on ? "Pause" : "Play");
  $("play").classList.toggle("playing", on);
  redraw();
}
function seek(t) {
  state.time = clamp(t, 0, meta.seconds);
  if (state.map) setMap(false);
  if (state.time < state.from || state.time > state.to) {
    const half = (state.to - state.from) / 2;
    zoomTime(state.time - half, state.time + half);
  }
  redraw();
}
function step(sign) {
  pause();
  seek(state.time + sign * rateOf() / 10);
}
function setSpeed(power) {
  state.speed = clamp(power, -6, 6);
  $("speed").textContent = state.speed < 0 ? `\u00d71/${2 ** -state.speed}` : `\u00d7${2 ** state.speed}`;
  $("slower").disabled = state.speed === -6;
  $("faster").disabled = state.speed === 6;
  redraw();
}
function zoomOut() {
  for (const a of arrays) zoomArray(a, a.whole);
  zoomTime(0, span);
}
function toggleHelp() {
  if ($("help").open) $("help").close(); else $("help").showModal();
}

/* ---- controls ---- */

/* A list of checkboxes; change(k, on) is called for each that changes. */
function checkboxes(fieldset, rows, change) {
  const boxes = rows.map(row => {
    const box = make("input", {type: "checkbox", "data-key": row.key});
    box.checked = row.on;
    box.onchange = () => change(row.key, box.checked);
    fieldset.append(make("label", {title: row.title || row.name}, box,
      ...(row.swatch === undefined ? [] : [swatch(row.swatch)]), make("span", {}, row.name),
      ...(row.hint ? [make("small", {}, row.hint)] : [])));
    return box;
  });
  if (rows.length < 3) return boxes;
  const all = make("button", {type: "button"}, "all / none");
  all.onclick = () => {
    const on = boxes.some(box => !box.checked);
    for (const box of boxes) if (box.checked !== on) box.click();
  };
  fieldset.firstChild.append(all);
  return boxes;
}

function makeControls() {
  const present = meta.kinds.map((name, k) => k).filter(k => meta.summary.kinds[k].calls > 0);
  const kinds = checkboxes($("kinds"), present.map((k, n) => ({key: k, name: meta.kinds[k], on: true, swatch: k, hint: n < 9 ? String(n + 1) : ""})),
    (k, on) => { state.kinds[k] = on; redraw(true); });
  checkboxes($("objects"), arrays.map(a => ({key: a.index, name: a.title, title: `${a.title}, ${a.dims.join(" \u00d7 ")}`, on: a.shown})),
    (k, on) => { arrays[k].shown = on; redraw(true, true); });
  $("kinds").hidden = !present.length;
  $("objects").hidden = !arrays.length;

  const clicks = {start: () => seek(0), back: () => step(-1), play: () => state.playing ? pause() : play(),
    forward: () => step(1), end: () => seek(meta.seconds), slower: () => setSpeed(state.speed - 1),
    faster: () => setSpeed(state.speed + 1), map: () => setMap(!state.map), "time-out": () => zoomTime(0, span),
    theme: () => setTheme(theme === "dark" ? "light" : "dark"), "help-open": toggleHelp};
  for (const [id, action] of Object.entries(clicks)) $(id).onclick = action;
  $("measure").onchange = () => { state.measure = $("measure").value; setMap(true); };
  $("log").onchange = () => { state.log = $("log").checked; setMap(true); };
  /* A button that was clicked by mouse gives the keyboard back to the page. */
  document.addEventListener("click", event => event.detail && event.target.closest("button, input")?.blur());

  const keys = {" ": clicks.play, ArrowLeft: clicks.back, ArrowRight: clicks.forward, ArrowUp: clicks.faster,
    ArrowDown: clicks.slower, Home: clicks.start, End: clicks.end, m: clicks.map, Escape: zoomOut,
    "+": () => zoomAround(state.time, 0.5), "-": () => zoomAround(state.time, 2), "?": toggleHelp};
  document.addEventListener("keydown", event => {
    const native = event.target.closest("select") || event.key === " " && event.target.closest("button, input, a");
    if (native || event.ctrlKey || event.altKey || event.metaKey || $("help").open && event.key !== "?") return;
    const box = /^[1-9]$/.test(event.key) && kinds[event.key - 1];
    if (!box && !keys[event.key]) return;
    event.preventDefault();
    if (box) box.click(); else keys[event.key]();
  });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
  new ResizeObserver(() => redraw(true, true)).observe($("arrays"));
  window.addEventListener("resize", () => redraw(true, true));
  setTheme(dark.matches ? "dark" : "light");
}

function makeHead() {
  const facts = Object.entries({rank: meta.ranks, node: meta.nodes, event: meta.events})
    .map(([name, n]) => [n === 1 ? name : name + "s", count(n)]);
  document.title = `${meta.program}: access trace`;
  $("title").textContent = meta.program;
  for (const [name, text] of facts) $("facts").append(make("div", {}, make("dt", {}, name), make("dd", {}, text)));
  $("whole").textContent = clock(meta.seconds);
  $("notes").hidden = !meta.notes.length;
  $("notes").append(...meta.notes.map(note => make("li", {}, note)));
}

/* ---- the summary ---- */

const COLUMNS = [["calls", "Calls", count], ["bytes", "Bytes", bytes], ["seconds", "Time", seconds], ["waited", "Waiting", seconds],
                 ["overlaps", "Overlaps", count]];

/* Add a table; rows, and the total if there is one, are {of, name, values}. */
function makeTable(title, rows, total) {
  if (!rows.length && !total) return;
  const columns = COLUMNS.filter(([what]) => what in (rows[0] || total).values).concat([["share", "Waiting %"]]);
  const line = row => make("tr", {}, make("th", {scope: "row", title: row.name},
      ...(row.kind === undefined ? [] : [swatch(row.kind)]), row.name),
    ...columns.map(([what, , format]) => {
      if (format) return make("td", {"data-of": row.of, "data-what": what, "data-value": row.values[what]}, format(row.values[what]));
      const share = row.values.seconds > 0 ? row.values.waited / row.values.seconds : 0;
      return make("td", {class: "share", style: `--share:${(100 * Math.min(1, share)).toFixed(2)}%`}, percent(row.values.waited, row.values.seconds));
    }));
  const heads = [["name", title], ...columns].map(([, text]) => make("th", {scope: "col"}, text));
  $("tables").append(make("div", {class: "table"}, make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows.map(line)),
    ...(total ? [make("tfoot", {}, line(total))] : []))));
}

function makeSummary() {
  const s = meta.summary;
  makeTable("Kind", s.kinds.map((values, k) => ({of: `kind:${meta.kinds[k]}`, name: meta.kinds[k], kind: k, values})).filter(row => row.values.calls),
    {of: "total", name: "All calls", values: s.total});
  makeTable("Call", s.calls.map(values => ({of: `call:${values.name}`, name: values.name, kind: values.kind, values})));
  makeTable("Rank", s.ranks.map(values => ({of: `rank:${values.rank}`, name: `rank ${values.rank}`, values})));
  makeTable("Array", s.objects.map((values, k) => ({of: `object:${k}`, name: arrays[k].title, values})));
}

/* ---- start ---- */

async function start() {
  try {
    await load();
    makeHead();
    makeArrays();
    makeSummary();
    $("app").hidden = false;
    makeControls();
    dragTimeLine();
    setSpeed(0);
    setMap(false);
    redraw(true, true);
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  } catch (error) {
    fail(error);
    throw error;
  }
}

function fail(error) {
  $("app").hidden = true;
  $("error").hidden = false;
  $("error").replaceChildren(make("h1", {}, "The trace cannot be shown"),
    make("p", {}, `The data in this page are damaged, or the browser is too old: ${error?.message || error}.`));
}

window.addEventListener("error", event => event.error && fail(event.error));
window.ashlar = {ready: start(), frameTimes, play, pause, seek, state: () => ({
  ...state, kinds: [...state.kinds], help: $("help").open, theme,
  objects: arrays.map(a => ({shown: a.shown, view: [...a.view]}))})};
window.ashlar.ready.catch(() => {});

})();
