// List of problems in the text; each links to its line.
import type { AppGherkinCheck } from "../../../../api/endpoints/answers/app/functional.ts";
import { Status } from "../../components/Status.tsx";
import { plural } from "../../lib/format.ts";
import styles from "./Feature.module.css";

export function Problems({ check, onGo }: { check: AppGherkinCheck | null; onGo: (line: number) => void }) {
  if (!check) return null;
  const errors = check.problems.filter(({ severity }) => severity === "error").length;
  return (
    <section className={styles.problems} aria-label="Problems of the text">
      <p role="status" className={styles.told}>
        {check.problems.length === 0 ? (
          <Status status="ok" word={`Ready to run: ${plural(check.scenarios.length, "scenario")}`} />
        ) : (
          <Status
            status={errors > 0 ? "error" : "warning"}
            word={
              errors > 0
                ? `${plural(errors, "error")}: fix them before you save`
                : `${plural(check.problems.length, "warning")}: saved as a draft until they are fixed`
            }
          />
        )}
      </p>
      {check.problems.length > 0 && (
        <ul>
          {check.problems.map(({ line, column, severity, message }, at) => (
            <li key={`${at} ${line}`}>
              <button type="button" className={styles.problem} onClick={() => onGo(line)}>
                <span className="faint">
                  {line}:{column}
                </span>
                <Status status={severity} />
                <span>{message}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
