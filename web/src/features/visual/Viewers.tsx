// Other people who have this review open; in an inbox, any review of the project.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Initials } from "../../components/Person.tsx";
import { post } from "../../lib/api.ts";
import styles from "./Viewers.module.css";

/** The service drops people after 50 seconds without a request. */
const BEAT_MS = 20_000;
const MAX_SHOWN = 5;

type Props = { runId: string; inbox?: boolean };

const say = (body: Props & { left: boolean }) => post("/api/app/me/looking", { body });

export function Viewers({ runId, inbox = false }: Props) {
  // Not while the tab is hidden, and immediately when somebody comes or goes. A hidden page keeps receiving such events for a while, first
  // about its own leaving, so what it sends then must not bring the person back.
  const others = useQuery({
    queryKey: ["viewers", "presence", runId],
    queryFn: () => say({ runId, inbox, left: document.visibilityState === "hidden" }),
    placeholderData: keepPreviousData,
    refetchInterval: BEAT_MS,
    refetchOnWindowFocus: "always",
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    const leave = () => void say({ runId, left: true }).catch(() => undefined);
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
      {more > 0 && <li className="note">+{more}</li>}
    </ul>
  );
}
