// Whether Chromium runs in its own sandbox, which keeps a page that has broken its renderer away from this machine.

export type SandboxChoice = { sandbox: true } | { sandbox: false; because: string };

/** What is known of this machine when a Chromium is to be started. `failed`: one did not start with its sandbox. */
export type SandboxFacts = { root: boolean; failed: boolean };

/** With its sandbox wherever that can be had. */
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
        "this machine does not let it have one: allow unprivileged user namespaces, or install Chromium's setuid helper",
    };
  return { sandbox: true };
}

/** Chromium's and Playwright's words for a sandbox that cannot be had. */
const NO_SANDBOX = /sandboxing failed|No usable sandbox|setuid sandbox|zygote_host_impl_linux/i;

/** Programs that did not start with their sandbox in this process; the next start does not try again. */
const failedHere = new Set<string>();

export type SandboxOptions = {
  /** The program, so that another one is tried again. */
  program: string;
  /** Whether this process is root's; asked of the system unless given. */
  root?: boolean;
  /** Told each time that a browser starts without a sandbox. */
  onMissing?: (because: string) => void;
};

/** Launches with the sandbox, and without it where that cannot be had. */
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
