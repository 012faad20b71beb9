// QR codes (ISO/IEC 18004) of short texts: byte mode, error correction level M, versions 1 to 10.
import { draw } from "./dom.js";

/** By version from 1 on: the error-correction bytes of a block, and the data bytes of each block. */
const BLOCKS = [
  [10, [16]], [16, [28]], [26, [44]], [18, [32, 32]], [24, [43, 43]], [16, [27, 27, 27, 27]], [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]], [22, [36, 36, 36, 37, 37]], [26, [43, 43, 43, 43, 44]],
];
/** The centres of alignment patterns (rows and columns), by version from 1 on. */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => ((x / 3 | 0) + (y / 2 | 0)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * Draw a text's code with the quiet zone of four modules; null if it is too long.
 * @param {string} text
 * @param {string} label for screen readers
 */
export function qrCode(text, label) {
  const dark = modules(text);
  if (!dark) return null;
  const side = dark.length + 8;
  const path = dark.flatMap((row, y) => row.map((set, x) => (set ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return draw("svg", { class: "qr", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    draw("path", { d: `M0 0h${side}v${side}h-${side}z`, fill: "#fff" }), draw("path", { d: path, fill: "#000" }));
}

/**
 * Return the rows of a text's code, true for dark modules; null if it is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function modules(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = 1 + BLOCKS.findIndex(([, sizes], i) => total(sizes) >= bytes.length + (i < 9 ? 2 : 3));
  if (!version) return null;
  const bits = withCorrection(bytes, version).flatMap((byte) => bitsOf(byte, 8));
  const made = MASKS.map((mask, number) => laidOut(version, bits, mask, number));
  return made.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

/** @param {unknown} sizes */
const total = (sizes) => /** @type {number[]} */ (sizes).reduce((sum, size) => sum + size, 0);

/** @param {number} value @param {number} count @returns {number[]} the bits, the highest first */
const bitsOf = (value, count) => Array.from({ length: count }, (_, i) => (value >> (count - 1 - i)) & 1);

/**
 * Return the padded data and the error-correction bytes, interleaved by blocks.
 * @param {number[]} bytes
 * @param {number} version
 */
function withCorrection(bytes, version) {
  const [degree, sizes] = /** @type {[number, number[]]} */ (BLOCKS[version - 1]);
  const bits = [0, 1, 0, 0, ...bitsOf(bytes.length, version < 10 ? 8 : 16), ...bytes.flatMap((byte) => bitsOf(byte, 8)), 0, 0, 0, 0];
  const data = Array.from({ length: bits.length / 8 }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(""), 2));
  for (let pad = 0xec; data.length < total(sizes); pad ^= 0xec ^ 0x11) data.push(pad);
  let from = 0;
  const blocks = sizes.map((size) => data.slice(from, from += size));
  const corrections = blocks.map((block) => remainder(block, degree));
  const inTurn = (/** @type {number[][]} */ rows) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, i) => rows.flatMap((row) => (i < row.length ? [row[i]] : []))).flat();
  return [...inTurn(blocks), ...inTurn(corrections)];
}

/** Multiply in the field of 256 elements. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ (product >> 7 ? 0x11d : 0) ^ ((b >> bit) & 1 ? a : 0);
  return product;
}

/** Return the Reed-Solomon bytes of a block. @param {number[]} block @param {number} degree */
function remainder(block, degree) {
  let generator = [1];
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    generator = [...generator, 0].map((each, k) => each ^ (k ? times(generator[k - 1], root) : 0));
  }
  const rest = [...block, ...Array(degree).fill(0)];
  block.forEach((_, i) => {
    const factor = rest[i];
    generator.forEach((each, k) => (rest[i + k] ^= times(each, factor)));
  });
  return rest.slice(block.length);
}

/**
 * @param {number} version
 * @param {number[]} bits
 * @param {(x: number, y: number) => boolean} mask
 * @param {number} number of the mask
 */
function laidOut(version, bits, mask, number) {
  const side = 17 + 4 * version;
  /** @type {(boolean | undefined)[][]} */
  const grid = Array.from({ length: side }, () => Array(side).fill(undefined));
  const square = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ reach, /** @type {(distance: number) => boolean} */ dark) => {
    for (let y = Math.max(0, cy - reach); y <= Math.min(side - 1, cy + reach); y++) {
      for (let x = Math.max(0, cx - reach); x <= Math.min(side - 1, cx + reach); x++) grid[y][x] = dark(Math.max(Math.abs(x - cx), Math.abs(y - cy)));
    }
  };
  for (const [x, y] of [[3, 3], [side - 4, 3], [3, side - 4]]) square(x, y, 4, (distance) => distance !== 2 && distance !== 4);
  const centres = ALIGNED[version - 1];
  for (const x of centres) for (const y of centres) if (grid[y][x] === undefined) square(x, y, 2, (distance) => distance !== 1);
  for (let i = 8; i < side - 8; i++) grid[6][i] = grid[i][6] = i % 2 === 0;
  tellFormat(grid, number, version);
  fill(grid, bits, mask);
  return /** @type {boolean[][]} */ (grid);
}

/** Return a value with the remainder by a generator after it. @param {number} value @param {number} generator @param {number} count of the remainder's bits */
function checked(value, generator, count) {
  let rest = value << count;
  const width = 32 - Math.clz32(generator);
  while (32 - Math.clz32(rest) >= width) rest ^= generator << (32 - Math.clz32(rest) - width);
  return (value << count) | rest;
}

/** Write the level, the mask and, from version 7 on, the version. @param {(boolean | undefined)[][]} grid @param {number} mask @param {number} version */
function tellFormat(grid, mask, version) {
  const side = grid.length;
  const format = checked(mask, 0x537, 10) ^ 0x5412; // level M is 00
  const bit = (/** @type {number} */ i) => ((format >> i) & 1) === 1;
  for (let i = 0; i < 15; i++) {
    grid[i < 6 ? i : i < 8 ? i + 1 : side - 15 + i][8] = bit(i);
    grid[8][i < 8 ? side - 1 - i : i < 9 ? 7 : 14 - i] = bit(i);
  }
  grid[side - 8][8] = true;
  if (version < 7) return;
  const told = checked(version, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const [near, far] = [i / 3 | 0, side - 11 + (i % 3)];
    grid[near][far] = grid[far][near] = ((told >> i) & 1) === 1;
  }
}

/** Write the bits in columns of two, from the lower right, up and down. @param {(boolean | undefined)[][]} grid @param {number[]} bits @param {(x: number, y: number) => boolean} mask */
function fill(grid, bits, mask) {
  const side = grid.length;
  let at = 0;
  for (let right = side - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < side; i++) {
      const y = up ? side - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (grid[y][x] === undefined) grid[y][x] = (bits[at++] === 1) !== mask(x, y);
      }
    }
  }
}

/** Return the penalty of a code: runs, squares, finder-like patterns, and imbalance. @param {boolean[][]} grid */
function penalty(grid) {
  const side = grid.length;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]))].map((line) => line.map(Number).join(""));
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (const corner of ["10111010000", "00001011101"]) sum += 40 * (line.split(corner).length - 1);
  }
  for (let y = 1; y < side; y++) {
    for (let x = 1; x < side; x++) {
      if (grid[y][x] === grid[y - 1][x] && grid[y][x] === grid[y][x - 1] && grid[y][x] === grid[y - 1][x - 1]) sum += 3;
    }
  }
  const share = grid.flat().filter(Boolean).length / side ** 2;
  return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
