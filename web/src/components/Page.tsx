// The head of a screen and the cards below it.
import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./Page.module.css";

type PageProps = { title: ReactNode; text?: ReactNode; actions?: ReactNode; children: ReactNode };

export function Page({ title, text, actions, children }: PageProps) {
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {text && <div className={styles.text}>{text}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.body}>{children}</div>
    </>
  );
}

type CardProps = { title?: ReactNode; actions?: ReactNode; children: ReactNode; flush?: boolean };

/** `flush`: no space around what it holds, for tables. Without a title where the page's own says what it holds. */
export function Card({ title, actions, children, flush }: CardProps) {
  return (
    <section className={styles.card}>
      {(title || actions) && (
        <header className={styles.cardHead}>
          {title && <h2>{title}</h2>}
          {actions}
        </header>
      )}
      {flush ? <Flush>{children}</Flush> : <div className={styles.cardBody}>{children}</div>}
    </section>
  );
}

/** Scrolls sideways where there is no room; it is a stop of the keys only then. */
function Flush({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={styles.flush} tabIndex={scrolls ? 0 : undefined}>
      {children}
    </div>
  );
}

/** Cards beside each other where there is room. */
export function Columns({ children, min = 320 }: { children: ReactNode; min?: number }) {
  return (
    <div
      className={styles.columns}
      style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(${min}px, 100%), 1fr))` }}
    >
      {children}
    </div>
  );
}
