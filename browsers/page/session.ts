// Keeps signed-in sessions in this process for later visits: one sign-in at a time for each access of an environment.
import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext } from "playwright";
import type { TotpSettings } from "../../domain/signIn/call.ts";
import { CALL_FAILURES } from "../../domain/signIn/failures.ts";
import { isTotpSecret, msToNextCode, totpCode, totpStep } from "../../domain/signIn/totp.ts";
import { unlessAborted } from "../../platform/unlessAborted.ts";
import { CaptureFailure } from "./failures.ts";

export type SessionCookie = Awaited<ReturnType<BrowserContext["cookies"]>>[number];
export type StoredItems = { localStorage: Record<string, string>; sessionStorage: Record<string, string> };

/** `stored`: by origin. `secrets`: values that must never be shown. */
export type SessionState = {
  cookies: SessionCookie[];
  /** For the environment's own origin. */
  headers: Record<string, string>;
  stored: Record<string, StoredItems>;
  secrets: string[];
};

type MakeSession = (signal: AbortSignal) => Promise<SessionState>;

export type SiteSession = {
  /** Signs in with a request; undefined: signing in needs a page. */
  call?: MakeSession;
  /**
   * Returns the current session, or the one `make` creates. `isNew`: whether this caller's `make` was used. Rejects with the reason
   * why signing in failed, also if it failed a moment ago, because a run of many pages must not lock the account.
   */
  open(make: MakeSession, signal: AbortSignal): Promise<{ state: SessionState; isNew: boolean }>;
  /** Returns the current session; undefined if nobody has signed in yet. */
  current(): SessionState | undefined;
  /** Marks this session as no longer accepted by the site. A newer session from another visit is kept. */
  expire(state: SessionState): void;
  /** Returns a one-time code that this process has not used yet; waits for the next one if the current one is used. */
  code(signal: AbortSignal): Promise<string>;
  /** Returns the secrets of this session and of earlier ones. */
  secrets(): readonly string[];
};

type SessionTimes = {
  now?: () => number;
  /** Maximum session age; after that a visit signs in again, although the site may still accept the session. */
  keepMs?: number;
  /** How long other visits reuse a refusal. */
  refusedMs?: number;
  /** How long other visits reuse any other failure, such as a timeout. */
  failedMs?: number;
};

const TIMES = { keepMs: 30 * 60_000, refusedMs: 60_000, failedMs: 3_000 };
/** Open pages may still show values of earlier sessions; values of even older ones would match unrelated numbers by chance. */
const KEPT_SECRETS = { sessions: 4, codes: 2 };

export function createSession(
  { totp, call }: { totp?: TotpSettings; call?: (session: SiteSession) => MakeSession },
  { now = Date.now, ...times }: SessionTimes = {},
): SiteSession {
  const { keepMs, refusedMs, failedMs } = { ...TIMES, ...times };
  let ofSessions: (readonly string[])[] = [];
  let codes: string[] = [];
  let held: { state: SessionState; until: number } | undefined;
  let failed: { error: CaptureFailure; until: number } | undefined;
  let making: Promise<unknown> | undefined;
  let usedStep = -1;

  async function make(how: MakeSession, signal: AbortSignal): Promise<SessionState> {
    try {
      const state = await how(signal);
      ofSessions = [state.secrets, ...ofSessions].slice(0, KEPT_SECRETS.sessions);
      held = { state, until: now() + keepMs };
      return state;
    } catch (error) {
      if (error instanceof CaptureFailure && !signal.aborted)
        failed = { error, until: now() + (isRefusal(error) ? refusedMs : failedMs) };
      throw error;
    }
  }

  const session: SiteSession = {
    async open(how, signal) {
      for (;;) {
        signal.throwIfAborted();
        if (held !== undefined && now() < held.until) return { state: held.state, isNew: false };
        if (failed !== undefined && now() < failed.until) throw failed.error;
        if (making === undefined) break;
        await unlessAborted(Promise.allSettled([making]), signal);
      }
      const made = make(how, signal);
      making = made;
      try {
        return { state: await made, isNew: true };
      } finally {
        making = undefined;
      }
    },
    current: () => held?.state,
    expire(state) {
      if (held?.state === state) held = undefined;
    },
    async code(signal) {
      if (totp === undefined) throw new CaptureFailure("sign_in_failed", CALL_FAILURES.noTotp());
      if (!isTotpSecret(totp.secret)) throw new CaptureFailure("sign_in_failed", CALL_FAILURES.badTotp());
      // A site accepts a code only once (RFC 6238, 5.2).
      while (totpStep(totp, now()) <= usedStep) await pause(msToNextCode(totp, now()), undefined, { signal });
      const at = now();
      usedStep = totpStep(totp, at);
      const code = totpCode(totp, at);
      codes = [code, ...codes].slice(0, KEPT_SECRETS.codes);
      return code;
    },
    secrets: () => [...ofSessions.flat(), ...codes],
  };
  if (call !== undefined) session.call = call(session);
  return session;
}

const MAX_SESSIONS = 500;
const sessions = new Map<string, SiteSession>();

/** Returns the session of an access; `key` changes with the access. The least recently used session is dropped. */
export function sharedSession(key: string, create: () => SiteSession): SiteSession {
  const known = sessions.get(key) ?? create();
  sessions.delete(key);
  sessions.set(key, known);
  const [oldest] = sessions.keys();
  if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  return known;
}

/** Whether the site responded, and refused. */
const isRefusal = ({ reason }: CaptureFailure): boolean => typeof reason.data?.status === "number";
