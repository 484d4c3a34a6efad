// Selects a time zone of the IANA database by typing a part of its name.
import { Combobox } from "@base-ui/react/combobox";
import { useId } from "react";
import field from "./Field.module.css";
import menu from "./Menu.module.css";

type Props = { value: string; onChange: (zone: string) => void; hint?: string; optional?: true };

/** Maximum number of options shown; typing narrows them down. */
const MAX_SHOWN = 60;

const ZONES = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];

export function TimeZoneField({ value, onChange, hint, optional }: Props) {
  const id = useId();
  const zones = value === "" || ZONES.includes(value) ? ZONES : [value, ...ZONES];
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        Time zone
      </label>
      <Combobox.Root
        items={zones}
        value={value || null}
        // Escape closes the list, then the form. Base UI would empty the field instead.
        onInputValueChange={(_, details) => {
          if (details.reason !== "escape-key") return;
          details.cancel();
          details.allowPropagation();
        }}
        onValueChange={(zone, { isCanceled }) => !isCanceled && (zone || optional) && onChange(zone ?? "")}
        limit={MAX_SHOWN}
      >
        <Combobox.Input id={id} className={field.control} required={!optional} />
        <Combobox.Portal>
          <Combobox.Positioner className={menu.place} sideOffset={4}>
            <Combobox.Popup className={menu.popup}>
              <Combobox.Empty>
                <p className={menu.note}>No time zone of that name</p>
              </Combobox.Empty>
              <Combobox.List>
                {(zone: string) => (
                  <Combobox.Item key={zone} value={zone} className={menu.item}>
                    {zone.replaceAll("_", " ")}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {hint && <p className="note">{hint}</p>}
    </div>
  );
}
