import { TextField } from "../../components/Field.tsx";

const MIN_LENGTH = 12;

/** Field for a new password; password managers offer to generate one. */
export function NewPassword({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="New password"
      type="password"
      autoComplete="new-password"
      required
      minLength={MIN_LENGTH}
      maxLength={256}
      hint={`At least ${MIN_LENGTH} characters. A sentence works well.`}
      value={value}
      onChange={onChange}
    />
  );
}
