// Decides whether Chromium runs in its own sandbox, which protects this machine from a page that has compromised its renderer.

export type SandboxChoice = { sandbox: true } | { sandbox: false; because: string };

/** What is known about this machine before a Chromium starts. `failed`: one did not start with its sandbox. */
export type SandboxFacts = { root: boolean; failed: boolean };

/** Chooses the sandbox if it is available. */
export function chooseSandbox({ root, failed }: SandboxFacts): SandboxChoice {
  if (root)
    return {
      sandbox: false,
      because: "this process runs as root, and Chromium refuses its sandbox to root: run the worker as another user",
    };
  if (failed)
    return {
      sandbox: false,
      because:
        "this machine does not allow it: allow unprivileged user namespaces, or install Chromium's setuid helper",
    };
  return { sandbox: true };
}

/** Messages of Chromium and Playwright for an unavailable sandbox. */
const NO_SANDBOX = /sandboxing failed|No usable sandbox|setuid sandbox|zygote_host_impl_linux/i;

/** Programs that did not start with their sandbox in this process, so that the next launch does not try again. */
const failedHere = new Set<string>();

export type SandboxOptions = {
  /** The program; another program is tried separately. */
  program: string;
  /** Whether this process runs as root. Read from the system by default. */
  root?: boolean;
  /** Called whenever a browser starts without a sandbox. */
  onMissing?: (because: string) => void;
};

/** Launches with the sandbox, or without it if it is not available. */
export async function launchSandboxed<T>(
  launch: (sandbox: boolean) => Promise<T>,
  { program, root = process.getuid?.() === 0, onMissing }: SandboxOptions,
): Promise<T> {
  const choice = chooseSandbox({ root, failed: failedHere.has(program) });
  if (choice.sandbox) {
    try {
      return await launch(true);
    } catch (error) {
      if (!NO_SANDBOX.test(String(error))) throw error;
      failedHere.add(program);
      return launchSandboxed(launch, { program, root, onMissing });
    }
  }
  onMissing?.(choice.because);
  return launch(false);
}
