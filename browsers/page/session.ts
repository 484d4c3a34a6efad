// What signing in gave, kept in this process for the visits that follow: one sign-in at a time for each access of an environment.
import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext } from "playwright";
import type { TotpSettings } from "../../domain/signIn/call.ts";
import { CALL_FAILURES } from "../../domain/signIn/failures.ts";
import { isTotpSecret, msToNextCode, totpCode, totpStep } from "../../domain/signIn/totp.ts";
import { unlessAborted } from "../../platform/unlessAborted.ts";
import { CaptureFailure } from "./failures.ts";

export type SessionCookie = Awaited<ReturnType<BrowserContext["cookies"]>>[number];
export type StoredItems = { localStorage: Record<string, string>; sessionStorage: Record<string, string> };

/** `stored`: by origin. `secrets`: what of it must never be seen. */
export type SessionState = {
  cookies: SessionCookie[];
  /** For the environment's own origin. */
  headers: Record<string, string>;
  stored: Record<string, StoredItems>;
  secrets: string[];
};

type MakeSession = (signal: AbortSignal) => Promise<SessionState>;

export type SiteSession = {
  /** Signs in by a request; undefined: it takes a page. */
  call?: MakeSession;
  /**
   * The session that there is, or what `make` gives. `isNew`: this caller's `make` was used. Rejects with why signing in failed,
   * also where it failed a moment ago: a run of many pages must not lock the account.
   */
  open(make: MakeSession, signal: AbortSignal): Promise<{ state: SessionState; isNew: boolean }>;
  /** The session that there is; undefined: nobody has signed in yet. */
  current(): SessionState | undefined;
  /** The site no longer accepts this session. A newer one of another visit stays. */
  expire(state: SessionState): void;
  /** A one-time code that this process has not used yet; waits for the next one where it has. */
  code(signal: AbortSignal): Promise<string>;
  /** Of this session and the ones before it. */
  secrets(): readonly string[];
};

type SessionTimes = {
  now?: () => number;
  /** After this time somebody signs in again, although the site may still accept the session. */
  keepMs?: number;
  /** How long a refusal holds for other visits. */
  refusedMs?: number;
  /** Any other failure, such as a time-out. */
  failedMs?: number;
};

const TIMES = { keepMs: 30 * 60_000, refusedMs: 60_000, failedMs: 3_000 };
/** What earlier sessions held may still be shown by pages that are open; older ones would hide numbers by chance. */
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
      // A site accepts a code once (RFC 6238, 5.2).
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

/** How many environments' sessions are kept. */
const MAX_SESSIONS = 500;
const sessions = new Map<string, SiteSession>();

/** The session of an access; `key` changes with the access. The one that was asked for least recently is forgotten. */
export function sharedSession(key: string, create: () => SiteSession): SiteSession {
  const known = sessions.get(key) ?? create();
  sessions.delete(key);
  sessions.set(key, known);
  const [oldest] = sessions.keys();
  if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  return known;
}

/** The site answered, and said no. */
const isRefusal = ({ reason }: CaptureFailure): boolean => typeof reason.data?.status === "number";
