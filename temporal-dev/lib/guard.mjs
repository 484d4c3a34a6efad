// Runs a program that must not outlive us: node guard.mjs <command> [args...]
//
// Our standard input is a pipe that the parent holds open: when it ends, the parent is gone (even by kill -9), and the
// program is told to stop. SIGTERM and SIGINT are passed on; the program's exit is ours. The first line printed is a
// line of log whose message is "guarding <pid>".
import { spawn } from "node:child_process";

const killAfterMs = 10_000;
const [command = "", ...args] = process.argv.slice(2);

// Its files are readable by its own user only.
process.umask(0o077);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
child.on("error", (error) => {
  console.error(JSON.stringify({ timestamp: new Date(), level: "error", message: error.message }));
  process.exit(127);
});
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGKILL" ? 137 : 1)));
if (child.pid) console.log(JSON.stringify({ timestamp: new Date(), level: "info", message: `guarding ${child.pid}` }));

function stop() {
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), killAfterMs).unref();
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
process.stdin.on("end", stop).on("error", stop).resume();
// Nobody reads our output any more: that is no reason to leave the program running.
process.stdout.on("error", () => {});
