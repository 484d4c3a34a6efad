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
