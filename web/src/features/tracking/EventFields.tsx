// Fields only events have: name in the data layer, page, and trigger.
import type { AppTracking } from "../../../../api/endpoints/answers/app/tracking.ts";
import { Select, TextArea, TextField } from "../../components/Field.tsx";
import type { Draft } from "./plan.ts";
import styles from "./Tracking.module.css";

export type FieldsProps = { draft: Draft; set: (change: Partial<Draft>) => void; plan: AppTracking };

const TRIGGERS = [
  { value: "load", label: "The page loads" },
  { value: "click", label: "A click" },
  { value: "submit", label: "A form is submitted" },
  { value: "scroll", label: "Scrolling" },
  { value: "", label: "Only a functional test" },
];

export function EventFields({ draft, set, plan }: FieldsProps) {
  const { on } = draft;
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="Name of the event"
          required
          maxLength={200}
          placeholder="add_to_cart"
          value={draft.type}
          onChange={(type) => set({ type })}
        />
        <TextField
          label="Name in beacons"
          maxLength={200}
          hint="If different from the label."
          value={draft.sentAs}
          onChange={(sentAs) => set({ sentAs })}
        />
      </div>
      <div className={styles.pair}>
        <Select
          label="Page"
          value={draft.pageId}
          onChange={(pageId) => set({ pageId })}
          options={[
            { value: "", label: "None" },
            ...plan.pages.map(({ row }) => ({ value: row.id, label: row.label })),
          ]}
        />
        <Select label="Trigger" value={on} onChange={(value) => set({ on: value as Draft["on"] })} options={TRIGGERS} />
      </div>
      {on !== "" && (
        <div className={styles.pair}>
          <TextField
            label="Address"
            placeholder="Address of the page"
            value={draft.path}
            onChange={(path) => set({ path })}
          />
          {on !== "load" && (
            <TextField
              label={on === "submit" ? "Selector of the form" : "Selector"}
              required={on !== "scroll" || draft.percent === ""}
              value={draft.selector}
              onChange={(selector) => set({ selector })}
            />
          )}
        </div>
      )}
      {on === "scroll" && (
        <TextField
          label="Or share of the page, in percent"
          type="number"
          min={0}
          max={100}
          value={draft.percent}
          onChange={(percent) => set({ percent })}
        />
      )}
      {on === "submit" && (
        <TextArea
          label="Fields"
          hint="One per line: selector = value. Test data only, because it is stored unencrypted. Other fields are filled with plausible values."
          placeholder="#email = someone@example.com"
          value={draft.fields}
          onChange={(fields) => set({ fields })}
        />
      )}
      <div className={styles.pair}>
        <TextField
          label="Expected count"
          type="number"
          min={1}
          max={100}
          required
          value={draft.count}
          onChange={(count) => set({ count })}
        />
        <TextField
          label="Order on its page"
          type="number"
          min={0}
          max={1000}
          hint="Events with an order must arrive in this order."
          value={draft.order}
          onChange={(order) => set({ order })}
        />
      </div>
    </>
  );
}
