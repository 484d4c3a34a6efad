// Runs inside the page's isolated world: finds audio and video that starts automatically, and obsolete HTML elements.
import type { ObsoleteElement, Recording, SelfPlaying } from "../../../../../domain/pillars/a11y/content.ts";
import type { Reading, Unnamed } from "./reading.ts";

/** In bytes; media that has not started may have neither. */
type Decoded = { webkitAudioDecodedByteCount?: number; webkitVideoDecodedByteCount?: number };

export const readMedia = (reading: Reading): { media: Unnamed<SelfPlaying>[]; count: number } => {
  const { all, at, drawn, exposed, get, limits, nameOf } = reading;
  const CONTROL =
    /pause|stop|mute|sound|volume|silence|anhalten|stumm|lautst|\bton\b|arr[eê]t|muet|\bson\b|pausar|silenc|sonido|pausa|disattiva|audio|pauz|dempen|geluid|wycisz|zatrzymaj|stäng av|ljud|一時停止|ミュート|停止|静音|暂停|пауза|звук/i;
  const PLAYER = /^https?:\/\/([\w-]+\.)*(youtube(-nocookie)?\.com|player\.vimeo\.com|dailymotion\.com)\//;
  let known: boolean | undefined;
  const pageControls = (): boolean => {
    known ??= all("button,[role=button],input[type=button]")
      .slice(0, 400)
      .some((one) => CONTROL.test(`${nameOf(one)} ${get(one, "value")}`) && exposed(one));
    return known;
  };
  const secondsOf = ({ currentSrc, duration, loop }: HTMLMediaElement): number | null => {
    const fragment = currentSrc.split("#", 2)[1]?.slice(0, 100) ?? "";
    const [, from = "", to = ""] = /^(?:.*&)?t=(?:npt:)?([\d:.]*)(?:,([\d:.]+))?(?:&.*)?$/.exec(fragment) ?? [];
    const [begin, end] = [from, to].map((clock) => clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0));
    // A media fragment ends playback, even in a loop; one whose end is not after its start is ignored.
    if (begin !== undefined && end !== undefined && end > begin)
      return Math.max(0, Math.min(end, Number.isNaN(duration) ? end : duration) - begin);
    if (Number.isNaN(duration)) return null;
    return loop || duration === Number.POSITIVE_INFINITY ? -1 : Math.max(0, duration - (begin || 0));
  };

  const media: Unnamed<SelfPlaying>[] = [];
  const players: HTMLMediaElement[] = [];
  const list = all<HTMLMediaElement>("audio,video");
  for (const one of list) {
    if (media.length >= limits.each) break;
    if (!one.autoplay || one.hasAttribute("muted") || one.muted || one.volume === 0) continue;
    // Media that failed to load is silent.
    if (one.error !== null || one.networkState === HTMLMediaElement.NETWORK_NO_SOURCE || one.currentSrc === "")
      continue;
    const kind = one.localName === "video" ? "video" : "audio";
    const { webkitAudioDecodedByteCount: heard = 0, webkitVideoDecodedByteCount: seen = 0 } = one as Decoded;
    players[media.length] = one;
    media.push({
      at: at(one),
      kind,
      seconds: secondsOf(one),
      // For a video that has not played yet, only images may have been decoded.
      audible:
        kind === "audio" || heard > 0 ? true : seen > 0 && one.readyState >= 3 && one.played.length > 0 ? false : null,
      control: one.controls && drawn(one) ? "own" : pageControls() ? "page" : "none",
    });
  }
  for (const frame of all("iframe[src]")) {
    const src = get(frame, "src");
    if (media.length >= limits.each || !PLAYER.test(src) || !/[?&]autoplay=(1|true)\b/.test(src)) continue;
    if (/[?&](muted?|background)=(1|true)\b/.test(src) || !drawn(frame)) continue;
    const control = !/[?&]controls=0\b/.test(src) ? "own" : pageControls() ? "page" : "none";
    media.push({ at: at(frame), kind: "frame", seconds: null, audible: null, control });
  }
  const MAX_BYTES = 8_000_000;
  /** Lower amplitudes are silence; checking every fiftieth sample is enough. */
  const SILENCE = 0.001;
  /** A decoded second takes 88 KB per channel. */
  const MAX_SECONDS = 120;
  const FETCH_MS = 800;
  /** Null: it is too large. Not every server sends the length of a response. */
  const readWhole = async ({ body, headers }: Response): Promise<ArrayBuffer | null> => {
    if (body === null || Number(headers.get("content-length") ?? 0) >= MAX_BYTES) return null;
    const reader = body.getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.length;
      if (bytes >= MAX_BYTES) {
        await reader.cancel();
        return null;
      }
      parts.push(part.value);
    }
    return new Blob(parts).arrayBuffer();
  };
  const isAudible = async (player: HTMLMediaElement | undefined): Promise<boolean | null> => {
    if (player === undefined || !(player.duration <= MAX_SECONDS)) return null;
    try {
      const answer = await fetch(player.currentSrc, { signal: AbortSignal.timeout(FETCH_MS) });
      const bytes = await readWhole(answer);
      if (bytes === null) return null;
      const sound = await new OfflineAudioContext(1, 1, 22_050).decodeAudioData(bytes);
      for (let channel = 0; channel < sound.numberOfChannels; channel += 1) {
        const samples = sound.getChannelData(channel);
        for (let i = 0; i < samples.length; i += 50) if (Math.abs(samples[i] ?? 0) > SILENCE) return true;
      }
      return false;
    } catch {
      // A cross-origin or slow video, or an unsupported format.
      return null;
    }
  };
  (globalThis as typeof globalThis & { plumblineAudible?: Audible }).plumblineAudible = async (places) => {
    const heard: (boolean | null)[] = [];
    // One at a time, because together they would take several times the memory.
    for (const place of places) heard.push(await isAudible(players[place]));
    return heard;
  };
  return { media, count: list.length };
};

/** Returns whether videos contain any sound, by their index in the list; null if unknown. */
export type Audible = (places: readonly number[]) => Promise<(boolean | null)[]>;

/** Collects audio that a visitor can start or that starts automatically, and the words around it. */
export const readRecordings = (reading: Reading): Unnamed<Recording>[] => {
  const { all, at, drawn, exposed, letters, limits, nameOf, textOf } = reading;
  const TRANSCRIPT =
    /transcript|transkri|abschrift|mitschrift|textfassung|transcri|trascri|testo dell|verbatim|uitgeschreven|referat|読み|書き起こし|文字起こし|文字稿|녹취|расшифровк|стенограмм|text version|read the (text|episode)|show notes/i;
  let named: boolean | undefined;
  const hasTranscript = (): boolean => {
    named ??= all("a[href],button,summary,[role=link],[role=button],h1,h2,h3,h4,h5,h6,[role=heading]")
      .slice(0, 1_500)
      .some((one) => TRANSCRIPT.test(nameOf(one)) && exposed(one));
    return named;
  };
  return (
    all<HTMLAudioElement>("audio")
      .filter((one) => (one.controls ? drawn(one) : one.autoplay && !one.muted))
      // Without a source it plays a stream from a script, such as a call.
      .filter((one) => one.hasAttribute("src") || one.querySelector("source[src]") !== null)
      .slice(0, limits.each)
      .map((one) => ({
        at: at(one),
        // The length of audio without preload is unknown: it may be a radio stream.
        live: Number.isNaN(one.duration) ? null : one.duration === Number.POSITIVE_INFINITY,
        captions: one.querySelector("track[kind=captions],track[kind=subtitles],track[kind=descriptions]") !== null,
        transcript: hasTranscript(),
        letters: letters(textOf(one.closest("article") ?? one.closest("main") ?? document.documentElement, 600)),
      }))
  );
};

export const readObsolete = (reading: Reading): Unnamed<ObsoleteElement>[] => {
  const { all, at, drawn } = reading;
  // blink and marquee have separate rules.
  const NAMES =
    "font,center,big,tt,strike,basefont,acronym,applet,dir,nobr,bgsound,multicol,spacer,plaintext,xmp,listing,frameset";
  const byName = new Map<string, Element[]>();
  for (const element of all(NAMES))
    byName.set(element.localName, [...(byName.get(element.localName) ?? []).slice(0, 200), element]);
  return [...byName].flatMap(([name, same]) => {
    const first = same.find(drawn);
    return first === undefined ? [] : [{ at: at(first), name, count: same.length }];
  });
};
