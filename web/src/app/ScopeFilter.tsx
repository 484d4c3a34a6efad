// Selects the environment and the branch for all screens of the project. The selection is kept in the address.
import { Select } from "../components/Field.tsx";
import { useFrame } from "../lib/frame.ts";
import { useUrlState } from "../lib/urlState.ts";
import styles from "./ScopeFilter.module.css";

export function ScopeFilter({ project }: { project: string }) {
  const [scope, setScope] = useUrlState({ environment: "", branch: "" });
  const frame = useFrame(project);
  if (!frame.data) return null;
  const { environments, branches } = frame.data;
  // A link may name a branch without recent runs; a select that lacks its value would show "All branches".
  const listed = scope.branch === "" || branches.includes(scope.branch) ? branches : [...branches, scope.branch];
  if (environments.length === 0 && listed.length === 0) return null;
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
      {listed.length > 0 && (
        <Select
          label="Branch"
          hiddenLabel
          value={scope.branch}
          onChange={(branch) => setScope({ branch }, { push: true })}
          options={[{ value: "", label: "All branches" }, ...listed.map((name) => ({ value: name, label: name }))]}
        />
      )}
    </div>
  );
}
