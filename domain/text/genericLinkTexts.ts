// Link texts that say nothing about the link's target, by language. All pillars that check links share this list.

/** Maps languages (ISO 639-1) to texts, separated by `|`, without surrounding punctuation and arrows. */
const TEXTS: Readonly<Record<string, string>> = {
  en: "click here|click this|click|tap here|press here|here|right here|this|this link|this page|link|go|go here|start|more|more info|more information|more details|details|information|info|read more|read on|learn more|see more|see here|show more|view more|find out more|discover more|continue|continue reading",
  de: "hier|hier klicken|klicken sie hier|klick hier|klicke hier|mehr|mehr infos|mehr informationen|mehr lesen|mehr erfahren|mehr dazu|mehr anzeigen|mehr details|weiter|weiterlesen|weitere informationen|weitere infos|siehe|siehe hier|details|link|dieser link|dies|das|jetzt entdecken",
  fr: "ici|cliquez ici|cliquer ici|clique ici|par ici|plus|plus d'infos|plus d'informations|en savoir plus|savoir plus|lire plus|lire la suite|lire|voir plus|voir|suite|la suite|lien|ce lien|détails|découvrir",
  es: "aquí|haz clic aquí|haga clic aquí|hacer clic aquí|click aquí|clic aquí|clicka aquí|pincha aquí|pulsa aquí|más|más info|más información|más detalles|leer más|ver más|saber más|seguir leyendo|continuar|este|este enlace|enlace|empezar|detalles|conoce más",
  it: "qui|clicca qui|cliccare qui|fai clic qui|premi qui|di più|altro|più informazioni|maggiori informazioni|ulteriori informazioni|leggi|leggi di più|leggi tutto|continua|continua a leggere|scopri di più|scopri|per saperne di più|vedi altro|dettagli|link|questo link",
  pt: "aqui|clique aqui|clica aqui|clicar aqui|carregue aqui|ir|mais|mais info|mais informação|mais informações|mais detalhes|leia mais|ler mais|ver mais|veja mais|saiba mais|saber mais|continuar|continue lendo|continuar a ler|detalhes|este link|link",
  nl: "hier|klik hier|klik|meer|meer info|meer informatie|lees meer|lees verder|verder lezen|verder|bekijk meer|meer weten|meer lezen|ontdek meer|details|link|deze link",
  pl: "tutaj|tu|kliknij tutaj|kliknij tu|kliknij|więcej|więcej informacji|czytaj więcej|czytaj dalej|dowiedz się więcej|zobacz więcej|zobacz|szczegóły|link|ten link|dalej",
  sv: "här|klicka här|klicka|mer|mer info|mer information|läs mer|läs vidare|se mer|visa mer|fortsätt|fortsätt läsa|länk|denna länk|detaljer",
  da: "her|klik her|klik|mere|mere info|mere information|læs mere|læs videre|se mere|vis mere|fortsæt|link|dette link|detaljer",
  no: "her|klikk her|trykk her|klikk|mer|mer info|mer informasjon|les mer|les videre|se mer|vis mer|fortsett|lenke|denne lenken|detaljer",
  fi: "tästä|täältä|tässä|klikkaa tästä|klikkaa tähän|napsauta tästä|lisää|lisätietoja|lue lisää|katso lisää|näytä lisää|jatka|jatka lukemista|linkki|tämä linkki",
  cs: "zde|tady|klikněte zde|klikni zde|více|více informací|více info|číst více|číst dále|čtěte více|zjistit více|dozvědět se více|zobrazit více|pokračovat|odkaz|tento odkaz|detaily",
  tr: "buraya|buradan|burada|buraya tıklayın|buraya tıkla|tıklayın|tıkla|daha fazla|daha fazlası|daha fazla bilgi|devamı|devamını oku|detaylar|bağlantı|bu bağlantı",
  ru: "здесь|тут|сюда|нажмите здесь|нажмите сюда|кликните здесь|подробнее|подробно|читать далее|читать дальше|читать полностью|далее|дальше|ещё|больше|узнать больше|узнать подробнее|ссылка|эта ссылка",
  uk: "тут|сюди|натисніть тут|натисніть сюди|докладніше|детальніше|читати далі|далі|більше|дізнатися більше|посилання",
  el: "εδώ|κάντε κλικ εδώ|πατήστε εδώ|περισσότερα|διαβάστε περισσότερα|μάθετε περισσότερα|δείτε περισσότερα|συνέχεια|σύνδεσμος",
  ja: "こちら|ここ|ここをクリック|こちらをクリック|クリック|リンク|もっと見る|もっと読む|続き|続く|続きを読む|続きを見る|詳細|詳細を見る|詳しく|詳しくはこちら|詳しく見る|全文表示|詳細はこちら",
  ko: "여기|여기를 클릭|여기를 클릭하세요|클릭|링크|자세히|자세히 보기|더 보기|더보기|더 알아보기|더 읽기|계속|계속 읽기|이동|전체 보기|바로가기",
  zh: "点击这里|点击此处|点此|这里|此处|更多|查看更多|了解更多|阅读更多|继续阅读|详情|查看详情|链接|點擊這裡|點擊此處|點此|這裡|此處|了解更多|閱讀更多|繼續閱讀|詳情|連結",
  fa: "اینجا|اینجا کلیک کنید|اینجا بزنید|این|برو|بیشتر|بیشتر بخوانید|بیشتر بدانید|ادامه مطلب|اطلاعات|اطلاعات بیشتر|شروع",
  ar: "هنا|اضغط هنا|انقر هنا|المزيد|اقرأ المزيد|اعرف المزيد|تابع القراءة|رابط|هذا الرابط",
  ta: "இங்கே|இங்கே கிளிக் செய்யவும்|தயவுசெய்து இங்கே அழுத்தவும்|மேலும்|மேலும் அறிக|மேலும் தகவலுக்கு|மேலும் தரவுகளுக்கு|மேலும் படிக்க|அடுத்த பக்கம்|முந்தைய பக்கம்|மறுபக்கம்|முன்பக்கம்",
  hi: "यहाँ|यहां|यहाँ क्लिक करें|यहां क्लिक करें|और|और पढ़ें|अधिक|अधिक जानें|अधिक जानकारी|आगे पढ़ें|लिंक",
};

/** Other codes that pages use for these languages. */
const ALIASES: Readonly<Record<string, string>> = { nb: "no", nn: "no", deu: "de", eng: "en" };

/** Accents of Latin, Greek and Cyrillic letters are often omitted; other scripts are unreadable without their marks. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/\s+/g, " ")
    .trim();

const BY_LANGUAGE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(TEXTS).map(([language, texts]) => [language, new Set(texts.split("|").map(plain))]),
);
const ALL: ReadonlySet<string> = new Set([...BY_LANGUAGE.values()].flatMap((texts) => [...texts]));
/** Phrases mean the same on a page in any language; a single word may also be a word of another language. */
const ENGLISH_PHRASES: ReadonlySet<string> = new Set(
  [...(BY_LANGUAGE.get("en") ?? [])].filter((text) => text.includes(" ")),
);

/** Maximum length of a text in the list. */
const MAX_LENGTH = 80;
/** Quotes, brackets, dots, arrows and emoji at either end, including the variation selector of an emoji. */
const ORNAMENT = /^(?:[\s\p{P}\p{S}]|\u{fe0f})+|(?:[\s\p{P}\p{S}]|\u{fe0f})+$/gu;

/**
 * Returns whether a link text says nothing about its target ("Click here", "Weiterlesen »"). `language`: language of the text as declared
 * by the page (`de`, `pt-BR`); if it is null or "", the texts of all languages count.
 */
export function isGenericLinkText(text: string, language: string | null): boolean {
  if (text.length > MAX_LENGTH) return false;
  const said = plain(text.replace(ORNAMENT, ""));
  if (said === "") return false;
  const code = (language ?? "").trim().toLowerCase().split(/[-_]/)[0] ?? "";
  if (code === "") return ALL.has(said);
  return ENGLISH_PHRASES.has(said) || BY_LANGUAGE.get(ALIASES[code] ?? code)?.has(said) === true;
}
