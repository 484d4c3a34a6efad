import { TextField } from "../../components/Field.tsx";

const LEAST = 12;

/** A field for a password that is chosen now; password managers offer one. */
export function NewPassword({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="New password"
      type="password"
      autoComplete="new-password"
      required
      minLength={LEAST}
      maxLength={256}
      hint={`At least ${LEAST} characters. A sentence works well.`}
      value={value}
      onChange={onChange}
    />
  );
}
