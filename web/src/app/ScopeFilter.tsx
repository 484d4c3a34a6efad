// The environment and the branch that all screens of the project look at; kept in the address.
import { useQuery } from "@tanstack/react-query";
import { Select } from "../components/Field.tsx";
import { get } from "../lib/api.ts";
import { useUrlState } from "../lib/urlState.ts";
import styles from "./ScopeFilter.module.css";

type Scopes = { environments: { slug: string; name: string }[]; branches: string[] };

export function ScopeFilter({ project }: { project: string }) {
  const [scope, setScope] = useUrlState({ environment: "", branch: "" });
  const scopes = useQuery({
    queryKey: ["scopes", project],
    queryFn: ({ signal }) => get<Scopes>(`/api/app/projects/${encodeURIComponent(project)}/scopes`, { signal }),
    staleTime: 60_000,
  });
  if (!scopes.data) return null;
  const { environments, branches } = scopes.data;
  if (environments.length === 0 && branches.length === 0) return null;
  return (
    <div className={styles.scope}>
      {environments.length > 0 && (
        <Select
          label="Environment"
          hiddenLabel
          value={scope.environment}
          onChange={(environment) => setScope({ environment }, { push: true })}
          options={[
            { value: "", label: "All environments" },
            ...environments.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
        />
      )}
      {branches.length > 0 && (
        <Select
          label="Branch"
          hiddenLabel
          value={scope.branch}
          onChange={(branch) => setScope({ branch }, { push: true })}
          options={[{ value: "", label: "All branches" }, ...branches.map((name) => ({ value: name, label: name }))]}
        />
      )}
    </div>
  );
}
