// Instructions to programs in languages other than English: to forget their instructions, and to approve or delete results.

/** By language (ISO 639-1), in lower case and without accents, as returned by `plainForm`. */
const PATTERNS: Readonly<Record<string, readonly RegExp[]>> = {
  de: [
    /\b(?:ignorier\w*|vergiss|vergesst|vergessen sie|missacht\w*|verwirf|verwerfen sie)\b.{0,50}(?:anweisung|instruktion|vorgabe|richtlinie|befehl|systemprompt)/,
    /\b(?:genehmig\w*|akzeptier\w*|bestatig\w*|gib|geben sie)\b.{0,30}\b(?:alle\w*|samtliche\w*)\b.{0,25}(?:anderung|unterschied|screenshot|baseline|abweichung)/,
    /\b(?:genehmig\w*|akzeptier\w*|bestatig\w*)\b.{0,30}(?:screenshot|baseline)/,
    /\blosch\w*\b.{0,20}\b(?:alle\w*|samtliche\w*)\b.{0,20}(?:baseline|szenari|regeln|screenshot|testlauf)/,
    /\b(?:hinweis|nachricht|anweisung\w*|mitteilung)\b.{0,12}\b(?:an|fur)\b.{0,12}\b(?:ki|ai|sprachmodell)/,
  ],
  fr: [
    /\b(?:ignor(?:e|ez|er)|oubli(?:e|ez|er)|ne ten(?:ez|ons) (?:pas|plus) compte)\b.{0,50}(?:instruction|consigne|directive|ordres?\b)/,
    /\b(?:approuv(?:e|ez|er)|valid(?:e|ez|er)|accept(?:e|ez|er))\b.{0,15}\b(?:tou\w+)\b.{0,20}(?:changement|modification|difference|capture|reference)/,
    /\bsupprim(?:e|ez|er)\b.{0,15}\b(?:tou\w+)\b.{0,20}(?:scenario|regle|reference|capture)/,
  ],
  es: [
    /\b(?:ignor(?:a|e|ad|ar|en)|olvid(?:a|e|ar|en)|descart(?:a|e|ar|en)|no (?:sigas|siga))\b.{0,50}(?:instruccion|indicacion|ordenes|directri)/,
    /\b(?:aprueb(?:a|e|en)|aprobar|acept(?:a|e|ar))\b.{0,15}\b(?:tod\w+)\b.{0,20}(?:cambio|diferencia|captura)/,
    /\b(?:borr(?:a|e|ar)|elimin(?:a|e|ar))\b.{0,15}\b(?:tod\w+)\b.{0,20}(?:escenario|regla|captura|referencia)/,
  ],
  it: [
    /\b(?:ignor(?:a|ate|are|i)|dimentic(?:a|ate|are|hi)|non seguire)\b.{0,50}(?:istruzion|direttiv|ordini\b)/,
    /\b(?:approv(?:a|ate|are|i)|accett(?:a|ate|are|i))\b.{0,15}\b(?:tutt\w+)\b.{0,20}(?:modific|differenz|cambiament|schermat)/,
  ],
  pt: [
    /\b(?:ignor(?:e|a|em|ar)|esque[cz](?:a|am|er)|desconsider(?:e|a|em|ar))\b.{0,50}(?:instruc|diretri|ordens\b)/,
    /\b(?:aprov(?:e|a|em|ar)|aceit(?:e|a|em|ar))\b.{0,15}\b(?:tod\w+)\b.{0,20}(?:alterac|mudanc|diferenc|captura)/,
  ],
  nl: [
    /\b(?:negeer|vergeet|volg niet)\b.{0,50}(?:instructie|opdracht|aanwijzing|richtlijn)/,
    /\b(?:keur|accepteer)\b.{0,15}\b(?:alle)\b.{0,20}(?:wijziging|verschil|screenshot)/,
  ],
  pl: [
    /\b(?:z?ignoruj\w*|zapomnij\w*|pomin\w*)\b.{0,50}(?:instrukcj|polece|wytyczn)/,
    /\b(?:zatwierdz\w*|zaakceptuj\w*)\b.{0,15}\bwszystk\w+\b.{0,20}(?:zmian|roznic|zrzut)/,
  ],
  sv: [
    /\b(?:ignorera|glom|bortse fran)\b.{0,50}(?:instruktion|anvisning)/,
    /\bgodkann\b.{0,15}\balla\b.{0,20}(?:andring|skillnad|skarmbild)/,
  ],
  da: [
    /\b(?:ignorer|glem|se bort fra)\b.{0,50}(?:instruks|instruktion|anvisning)/,
    /\b(?:godkend|godkjenn)\b.{0,15}\balle\b.{0,20}(?:aendring|endring|forskel|skaermbillede|skjermbilde)/,
  ],
  fi: [
    /\b(?:ohita|unohda|jata huomiotta)\b.{0,50}(?:ohje|kasky|maarays)/,
    /\bhyvaksy\b.{0,15}\bkaikki\b.{0,20}(?:muuto|erot|kuvakaappau)/,
  ],
  cs: [
    /\b(?:ignoruj\w*|zapomen\w*|nedbej\w*)\b.{0,50}(?:pokyn|instrukc|prikaz)/,
    /\bschval\w*\b.{0,15}\bvsech\w*\b.{0,20}(?:zmen|rozdil|snimk)/,
  ],
  hu: [
    /(?:hagyd figyelmen kivul|felejtsd el).{0,50}utasit/,
    /\bhagyd jova\b.{0,15}(?:osszes|minden).{0,20}(?:valtozas|modositas)/,
  ],
  ro: [
    /\b(?:ignora\w*|uita\w*)\b.{0,50}(?:instructiun|indicati)/,
    /\baprob\w*\b.{0,15}\btoate\b.{0,20}(?:modificar|schimbar)/,
  ],
  tr: [
    /(?:talimat|komut|yonerge)\w*.{0,40}(?:yok say|goz ardi et|unut|gormezden gel|dikkate alma)/,
    /\b(?:tum|butun)\b.{0,20}(?:degisiklik|fark)\w*.{0,15}onayla/,
  ],
  ru: [
    /(?:игнорир|забудь|не обращай|не следуй|отбрось).{0,50}(?:инструкц|указани|команд|предписан)/,
    /(?:одобри|утверди|подтверди|прими).{0,15}(?:все|всех).{0,20}(?:изменени|различи|снимк|отличи)/,
    /удали.{0,20}(?:все|всех).{0,20}(?:сценари|правил|снимк|эталон)/,
  ],
  uk: [
    /(?:ігнору|забудь|забудьте).{0,50}(?:інструкц|вказівк|команд)/,
    /(?:схвал|затверд).{0,15}(?:всі|усі|всіх|усіх).{0,20}(?:змін|відмінн|знімк)/,
  ],
  el: [/(?:αγνοησ|ξεχασ).{0,50}(?:οδηγι|εντολ)/, /εγκριν.{0,15}ολ(?:ες|ων|α).{0,20}(?:αλλαγ|διαφορ)/],
  ja: [
    /(?:指示|命令|プロンプト|ルール).{0,20}(?:無視|忘れ|従わない|破棄)|(?:無視|忘れて).{0,12}(?:指示|命令|プロンプト)/,
    /(?:すべて|全て|全部|全).{0,8}(?:変更|差分).{0,12}(?:承認|許可)して|(?:スクリーンショット|ベースライン).{0,12}(?:承認|許可|削除)して/,
  ],
  ko: [
    /(?:지시|명령|지침|프롬프트).{0,15}(?:무시|잊어|따르지)/,
    /(?:모든|모두).{0,12}(?:변경|차이|스크린샷).{0,15}(?:승인|허용)(?:하|해)|(?:변경|차이|스크린샷).{0,8}모두.{0,8}(?:승인|허용)(?:하|해)/,
  ],
  zh: [
    /(?:忽略|无视|無視|忘记|忘記|不要理会|不要遵守|拋棄).{0,20}(?:指令|指示|提示词|提示詞|命令|说明|說明)/,
    /(?:批准|通过|通過|接受|核准).{0,8}(?:所有|全部|这些|這些).{0,10}(?:更改|变更|變更|差异|差異|基线|截图|截圖|结果|結果)/,
    /删除.{0,6}(?:所有|全部).{0,8}(?:场景|基线|规则|截图)/,
  ],
  ar: [
    /(?:تجاهل|انس|لا تتبع).{0,40}(?:التعليمات|الاوامر|الأوامر|التوجيهات)/,
    /(?:وافق على|اعتمد|اقبل).{0,12}(?:جميع|كل|كافة).{0,12}(?:التغييرات|الاختلافات|اللقطات)/,
  ],
  fa: [/(?:دستور|فرمان).{0,40}(?:نادیده|فراموش)/, /(?:نادیده|فراموش).{0,40}(?:دستور|فرمان)/],
  he: [
    /(?:התעלם|התעלמו|שכח|שכחו).{0,40}(?:ההוראות|הוראות|ההנחיות|הנחיות)/,
    /(?:אשר|אשרו).{0,10}כל.{0,12}(?:השינויים|ההבדלים)/,
  ],
  hi: [
    /(?:निर्देश|आदेश).{0,40}(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल)/,
    /(?:सभी|सारे).{0,20}(?:परिवर्तन|बदलाव|अंतर).{0,25}(?:स्वीकृत|मंज़ूर|मंजूर|स्वीकार)/,
  ],
  th: [/(?:ละเว้น|เพิกเฉย|ลืม|ไม่ต้องสนใจ).{0,30}(?:คำสั่ง|คำแนะนำ)/],
  vi: [
    /\b(?:bo qua|phot lo|quen)\b.{0,50}(?:huong dan|chi thi|menh lenh|chi dan)/,
    /\bphe duyet\b.{0,15}tat ca.{0,20}(?:thay doi|khac biet)/,
  ],
  id: [
    /\b(?:abaikan|lupakan)\b.{0,50}(?:instruksi|perintah|arahan)/,
    /\bsetujui\b.{0,15}semua.{0,20}(?:perubahan|perbedaan)/,
  ],
};

const ALL: readonly RegExp[] = Object.values(PATTERNS).flat();

/** Returns whether a plain text (`plainForm`) gives a program an instruction in one of the languages. */
export const readsLikeForeignOrder = (plain: string): boolean => ALL.some((pattern) => pattern.test(plain));
