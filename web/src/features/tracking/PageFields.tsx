// Fields only pages have: kind, address, and the scenarios that visit it.
import { Checkbox, TextField } from "../../components/Field.tsx";
import type { FieldsProps } from "./EventFields.tsx";
import styles from "./Tracking.module.css";

export function PageFields({ draft, set, plan }: FieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="Kind of page"
          required
          maxLength={200}
          placeholder="product"
          value={draft.type}
          onChange={(type) => set({ type })}
        />
        <TextField
          label="Address"
          placeholder="/products/harvest-vase"
          hint="Leave empty for the address of its first scenario."
          value={draft.path}
          onChange={(path) => set({ path })}
        />
      </div>
      {plan.scenarios.length > 0 && (
        <fieldset className={styles.set}>
          <legend>Scenarios</legend>
          <div className={styles.checks}>
            {plan.scenarios.map(({ id, label }) => (
              <Checkbox
                key={id}
                label={label}
                checked={draft.scenarioIds.includes(id)}
                onChange={(checked) =>
                  set({
                    scenarioIds: checked ? [...draft.scenarioIds, id] : draft.scenarioIds.filter((one) => one !== id),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
