// A time as "3 min. ago", with the exact time on hover.
import { useEffect, useState } from "react";
import { formatAgo, formatExact } from "../lib/format.ts";

export function TimeAgo({ time }: { time: string | Date }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(time).toISOString()} title={formatExact(time)}>
      {formatAgo(time)}
    </time>
  );
}
