// Runs a program to its end with regular output, because CI kills jobs that are silent for long.
import { spawn } from "node:child_process";

/** A part of the set-up is unavailable. The message is one line: what, why and how to fix it. */
export class SetupError extends Error {
  name = "SetupError";
}

const signOfLifeMs = 20_000;

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ what: string, log: (line: string) => void, env?: Record<string, string>, cwd?: string, timeoutMs?: number }} options
 *   what: name of the step for progress lines; env: added to this process's own; timeoutMs: default 20 minutes
 * @returns {Promise<string>} its standard output
 * @throws {Error} with the step's name, the exit code and the program's last output, on one line
 */
export function run(command, args, { what, log, env = {}, cwd, timeoutMs = 20 * 60_000 }) {
  return new Promise((done, fail) => {
    const started = Date.now();
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeoutMs,
    });
    let output = "";
    let complaint = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (complaint = (complaint + chunk).slice(-20_000)));
    const alive = setInterval(
      () => log(`${what}: still running, ${Math.round((Date.now() - started) / 1000)} s`),
      signOfLifeMs,
    );
    child.on("error", (error) => {
      clearInterval(alive);
      fail(new Error(`${what}: ${error.message}`));
    });
    child.on("close", (code, signal) => {
      clearInterval(alive);
      if (code === 0) return done(output);
      const end = signal ? `stopped (${signal}) after ${Math.round((Date.now() - started) / 1000)} s` : `exit ${code}`;
      fail(new Error(`${what}: ${end}: ${lastWords(complaint || output)}`));
    });
  });
}

/**
 * @param {string} text what a program printed
 * @returns {string} its last three lines joined, at most 400 characters
 */
export function lastWords(text) {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).slice(-3).join(" / ").slice(-400);
}

/**
 * @param {unknown} error
 * @returns {string} its message on one line
 */
export function oneLine(error) {
  return (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, " / ");
}
