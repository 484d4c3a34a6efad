// Fields for the access to a protected site. Stored values are never shown in them.
import { TextArea, TextField } from "../../../components/Field.tsx";
import type { AccessForm } from "../access.ts";

export function AccessFields({ form, onChange }: { form: AccessForm; onChange: (form: AccessForm) => void }) {
  const set = (field: keyof AccessForm) => (value: string) => onChange({ ...form, [field]: value });
  return (
    <>
      <p className="quiet">Stored encrypted and never shown again.</p>
      <TextField label="User name" autoComplete="off" value={form.username} onChange={set("username")} />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        value={form.password}
        onChange={set("password")}
      />
      <TextArea label="Headers" hint="One per line: Name: value" value={form.headers} onChange={set("headers")} />
      <TextArea label="Cookies" hint="One per line: name=value" value={form.cookies} onChange={set("cookies")} />
      <TextArea
        label="Secrets"
        hint="One per line: name=value. Steps use them as {secret.name}"
        value={form.secrets}
        onChange={set("secrets")}
      />
      <TextArea label="Variables" hint="One per line: name=value" value={form.variables} onChange={set("variables")} />
      <TextArea
        label="Sign-in"
        hint={'JSON: {"url": "/login", "steps": [{"op": "fill", …}]}'}
        value={form.signIn}
        onChange={set("signIn")}
      />
      <TextArea
        label="Sign-in call"
        hint={'JSON: {"url": "/api/login", "json": {"password": "{secret.password}"}, "take": […]}'}
        value={form.signInCall}
        onChange={set("signInCall")}
      />
      <TextField
        label="TOTP secret"
        type="password"
        autoComplete="new-password"
        hint="Base32. Steps and the call use the code as {totp}"
        value={form.totp}
        onChange={set("totp")}
      />
      <TextArea
        label="Local storage"
        hint="One per line: name=value"
        value={form.localStorage}
        onChange={set("localStorage")}
      />
      <TextArea
        label="Session storage"
        hint="One per line: name=value"
        value={form.sessionStorage}
        onChange={set("sessionStorage")}
      />
    </>
  );
}
