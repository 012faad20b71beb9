// Clocks that run between states; the server's time counts.

import { language } from "./words.js";

/** @typedef {import("./types.js").ClockState} ClockState */

/** Seconds above which a clock shows days. */
const LONG = 48 * 3600;
const days = new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "short", maximumFractionDigits: 1 });

/**
 * Return a clock some seconds after its state.
 * @param {ClockState} clock
 * @param {number} elapsed
 * @returns {{seconds: number, periods: number | null, stones: number | null, last: boolean}} `last`: no period follows
 */
export function reading(clock, elapsed) {
  const { periods, stones } = clock;
  const spent = clock.running ? Math.max(0, elapsed) : 0;
  const period = clock.period ?? 0;
  if (clock.main > spent || !period) {
    return { seconds: Math.max(0, clock.main - spent), periods, stones: null, last: !period };
  }
  const over = spent - clock.main;
  const rest = clock.rest || period;
  if (periods === null) return { seconds: Math.max(0, rest - over), periods, stones, last: true };
  const lost = over < rest ? 0 : 1 + Math.floor((over - rest) / period);
  const left = over < rest ? rest - over : period - ((over - rest) % period);
  if (lost >= periods) return { seconds: 0, periods: 0, stones, last: true };
  return { seconds: left, periods: periods - lost, stones, last: periods - lost === 1 };
}

/**
 * Format seconds for a clock, two days and more in days; 0:00 only at the end.
 * @param {number} seconds
 * @returns {string}
 */
export function clockText(seconds) {
  if (seconds >= LONG) return days.format(Math.ceil(seconds / 8640) / 10);
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
