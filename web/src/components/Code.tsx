// A command or text with a copy button.
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { copyText } from "../lib/clipboard.ts";
import { SAFE } from "../lib/keys.ts";
import { toast } from "../lib/toast.ts";
import styles from "./Code.module.css";
import { IconButton } from "./IconButton.tsx";

export function Code({ text }: { text: string }) {
  return (
    <span className={styles.code}>
      <code>{text}</code>
      <CopyButton text={text} />
    </span>
  );
}

export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await copyText(text);
    } catch {
      return toast.failed("The browser blocked copying. Select the text and copy it.");
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <IconButton label={copied ? "Copied" : label} onClick={() => void copy()} {...SAFE}>
      {copied ? <Check size={14} /> : <Copy size={14} />}
    </IconButton>
  );
}
