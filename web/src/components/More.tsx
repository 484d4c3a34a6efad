// Button below a list that loads its next part. Renders nothing at the end of the list.
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "./Button.tsx";
import styles from "./Page.module.css";

/** `label`: what it loads, such as "Older runs". */
type Props = {
  of: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  label: string;
};

export const More = ({ of, label }: Props) =>
  of.hasNextPage && (
    <div className={styles.more}>
      <Button busy={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
