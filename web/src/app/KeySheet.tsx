// Lists the keyboard shortcuts that are currently available, by group.
import { Dialog } from "../components/Dialog.tsx";
import { Keys } from "../components/Keys.tsx";
import { type Command, useAllCommands } from "../lib/commands.tsx";
import styles from "./KeySheet.module.css";

export function KeySheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const groups = Map.groupBy(
    useAllCommands().filter(({ keys }) => keys),
    ({ group }: Command) => group,
  );
  return (
    <Dialog title="Keyboard shortcuts" open={open} onOpenChange={onOpenChange} wide>
      <div className={styles.groups}>
        {[...groups].map(([group, commands]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {commands.map(({ id, title, keys }) => (
                <div key={id} className={styles.row}>
                  <dt>{title}</dt>
                  <dd>
                    <Keys keys={keys ?? ""} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
