// Other people who have this review open.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Initials } from "../../components/Person.tsx";
import { post } from "../../lib/api.ts";
import styles from "./Viewers.module.css";

/** The service drops people after 50 seconds without a request. */
const BEAT_MS = 20_000;
const MAX_SHOWN = 5;

const say = (runId: string, left: boolean) => post("/api/app/me/looking", { body: { runId, left } });

export function Viewers({ runId }: { runId: string }) {
  // Not while the tab is hidden, and immediately when somebody comes or goes. A hidden page keeps receiving such events for a while, first
  // about its own leaving, so what it sends then must not bring the person back.
  const others = useQuery({
    queryKey: ["viewers", "presence", runId],
    queryFn: () => say(runId, document.visibilityState === "hidden"),
    refetchInterval: BEAT_MS,
    refetchOnWindowFocus: "always",
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    const leave = () => void say(runId, true).catch(() => undefined);
    const onHide = () => document.visibilityState === "hidden" && leave();
    document.addEventListener("visibilitychange", onHide);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      leave();
    };
  }, [runId]);
  const people = others.data?.people ?? [];
  if (people.length === 0) return null;
  const more = people.length - MAX_SHOWN;
  return (
    <ul className={styles.people} aria-label="Also viewing">
      {people.slice(0, MAX_SHOWN).map(({ email }) => (
        <li key={email}>
          <Initials who={email} label={(name) => `${name} is also viewing`} />
        </li>
      ))}
      {more > 0 && <li className={styles.more}>+{more}</li>}
    </ul>
  );
}
