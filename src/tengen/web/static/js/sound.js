// One soft click when a stone lands, synthesised; silent when switched off, which is remembered.
import { recall, remember } from "./memory.js";

let on = recall("sound") !== "off";
/** @type {AudioContext | null} */
let context = null;

// Browsers let a page sound only after it was touched.
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, { capture: true, passive: true });

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

/** Sound like a stone put on wood: a short burst of noise through two resonances. */
export function click() {
  if (!on || !context || context.state !== "running") return;
  const now = context.currentTime;
  const source = context.createBufferSource();
  source.buffer = burst(context);
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

function wake() {
  if (!on || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => undefined);
}

/** @param {AudioContext} made */
function burst(made) {
  const length = Math.round(made.sampleRate * 0.08);
  const buffer = made.createBuffer(1, length, made.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp((-40 * i) / length);
  return buffer;
}
