// Synthesised sounds: a stone on wood, and short notes for events. One stored switch for all.
import { recall, remember } from "./memory.js";

/**
 * The notes of each sound: frequency in hertz, start and duration in seconds.
 * @type {Record<"low" | "tick" | "period" | "request" | "join" | "end", [number, number, number][]>}
 */
const NOTES = {
  low: [[880, 0, 0.12], [880, 0.18, 0.12]],
  tick: [[1320, 0, 0.06]],
  period: [[523, 0, 0.35]],
  request: [[659, 0, 0.15], [880, 0.16, 0.25]],
  join: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.3]],
  end: [[392, 0, 0.9], [494, 0.08, 0.9], [587, 0.16, 1]],
};

let on = recall("sound") !== "off";
/** @type {AudioContext | null} */
let context = null;

// Browsers allow sound only after a user gesture on this page, or on our page that led here.
const TOUCHED = "tengen.touched";
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, touched, { capture: true, passive: true });
if (cameByLink()) wake();

/** @returns {boolean} */
export function soundIsOn() {
  return on;
}

/** @param {boolean} wanted */
export function switchSound(wanted) {
  on = wanted;
  remember("sound", wanted ? null : "off");
  if (wanted) {
    wake();
    click();
  }
}

/** Play the sound of stones on wood: short bursts of noise through two resonances. @param {number} [count] of stones */
export function click(count = 1) {
  for (let i = 0; i < count; i++) burst(0.06 * i);
}

/** Play the notes of a sound. @param {keyof typeof NOTES} name */
export function play(name) {
  if (!on || !context || context.state !== "running") return;
  for (const [frequency, at, length] of NOTES[name]) {
    const begin = context.currentTime + at;
    const source = context.createOscillator();
    source.type = "triangle";
    source.frequency.value = frequency;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(0.16, begin + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
    source.connect(volume).connect(context.destination);
    source.start(begin);
    source.stop(begin + length);
  }
}

/** @param {number} after in seconds */
function burst(after) {
  if (!on || !context || context.state !== "running") return;
  const now = context.currentTime + after;
  const source = context.createBufferSource();
  source.buffer = noise(context);
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.5, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.07);
  for (const [frequency, quality] of [[1900, 6], [720, 4]]) {
    const band = context.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = frequency;
    band.Q.value = quality;
    source.connect(band).connect(volume);
  }
  volume.connect(context.destination);
  source.start(now);
  source.stop(now + 0.08);
}

function touched() {
  try {
    sessionStorage.setItem(TOUCHED, "1");
  } catch {
    // Without storage the next page needs a gesture.
  }
  wake();
}

function cameByLink() {
  const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  try {
    return entry?.type === "navigate" && document.referrer.startsWith(`${location.origin}/`) && !!sessionStorage.getItem(TOUCHED);
  } catch {
    return false;
  }
}

function wake() {
  if (!on || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => undefined);
}

/** @param {AudioContext} made */
function noise(made) {
  const length = Math.round(made.sampleRate * 0.08);
  const buffer = made.createBuffer(1, length, made.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp((-40 * i) / length);
  return buffer;
}
