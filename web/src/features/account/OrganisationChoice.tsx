// Switches the organisation, for people who belong to several.
import { useQuery } from "@tanstack/react-query";
import { Select } from "../../components/Field.tsx";
import { get, post } from "../../lib/api.ts";
import { useChange } from "../../lib/change.ts";
import { renew } from "./renew.ts";

export function OrganisationChoice() {
  const me = useQuery({ queryKey: ["me"], queryFn: ({ signal }) => get("/api/app/me", { signal }) });
  const enter = useChange(
    (organisation: string) => renew(() => post("/api/app/me/organisation", { body: { organisation } })),
    { stale: "me" },
  );
  if (!me.data || me.data.organisations.length < 2) return null;
  return (
    <Select
      label="Organisation"
      value={me.data.organisation.id}
      disabled={enter.isPending}
      // Everything on the page belongs to the previous organisation, so reload.
      onChange={(id) => enter.mutate(id, { onSuccess: () => window.location.reload() })}
      options={me.data.organisations.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
