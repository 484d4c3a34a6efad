// Words on the buttons of consent banners by language, for banners that no rule recognizes. Each language is a row.

/**
 * Phrases in lower case, separated by `|`. `beside` are words that do not change the meaning of a label ("all", "cookies", "and close");
 * `only` and `needed` together turn an acceptance into a refusal ("accept only necessary").
 */
export type LanguageWords = {
  accept: string;
  reject: string;
  settings: string;
  /** Labels that save the selected choices. */
  save: string;
  beside: string;
  only: string;
  needed: string;
  /** Words of which every banner that asks contains at least one. */
  about: string;
};

export const CONSENT_WORDS = {
  en: {
    accept:
      "accept|allow|agree|i agree|i accept|i consent|consent|agree to all|got it|ok|okay|yes|i understand|understood|that s ok|that s fine|fine by me|enable|enable all|opt in|sounds good|save and accept|accept cookies",
    reject:
      "reject|decline|deny|refuse|disagree|i disagree|i decline|i refuse|no thanks|no|do not accept|don t accept|do not agree|do not consent|do not allow|don t allow|continue without accepting|continue without agreeing|continue without consent|without accepting|without agreeing|without consent|reject non essential|reject optional|reject additional|reject unnecessary|decline optional|deny optional|opt out|disable all|disallow|block all|strictly necessary only|strictly necessary|object to all",
    settings:
      "settings|manage|manage settings|manage preferences|manage options|manage choices|manage consent|preferences|customize|customise|customize settings|customise settings|more options|options|show purposes|let me choose|choose|configure|privacy settings|privacy preferences|consent settings|change settings|adjust|personalise|personalize|my choices|cookie choices",
    save: "save|save settings|save selection|save preferences|save choices|save changes|save consent|confirm|confirm choices|confirm selection|confirm preferences|submit|submit preferences|submit choices|allow selection|accept selection|accept selected|allow selected|apply|apply settings|agree to selected|save and continue",
    beside: "all|cookie|cookies|the|and|close|continue|proceed|exit|yes|i|my|our|to|please|now|of|use|it",
    only: "only|just",
    needed: "necessary|essential|essentials|required|needed|functional|technical|strictly|mandatory",
    about: "cookie|consent|privacy|gdpr|tracking|trackers|personal data",
  },
  de: {
    accept:
      "akzeptieren|zustimmen|ich stimme zu|einverstanden|ich bin einverstanden|zulassen|erlauben|annehmen|einwilligen|verstanden|in ordnung|ja|ich akzeptiere|aktivieren",
    reject:
      "ablehnen|verweigern|nicht zustimmen|nicht akzeptieren|nicht einverstanden|ich stimme nicht zu|ich lehne ab|lehne ab|weiter ohne zustimmung|weiter ohne einwilligung|ohne einwilligung|ohne zustimmung|ohne zu akzeptieren|nein|nein danke|ohne annahme|optionale ablehnen|nicht erlauben",
    settings:
      "einstellungen|einstellungen verwalten|einstellungen anpassen|einstellungen ändern|mehr optionen|weitere optionen|optionen|anpassen|auswahl anpassen|verwalten|konfigurieren|individuelle einstellungen|datenschutzeinstellungen|individuell einstellen|zwecke anzeigen|cookie einstellungen|präferenzen|präferenzen verwalten",
    save: "speichern|auswahl speichern|auswahl bestätigen|auswahl erlauben|auswahl zulassen|auswahl akzeptieren|einstellungen speichern|bestätigen|übernehmen|auswahl übernehmen|meine auswahl speichern|auswahl zustimmen|ausgewählte akzeptieren|speichern und schließen",
    beside: "alle|alles|allen|allem|cookies|und|schließen|weiter|fortfahren|die|den|der|bitte|meine|zu|diese|jetzt",
    only: "nur|lediglich",
    needed:
      "notwendige|notwendigen|essenzielle|essentielle|erforderliche|erforderlichen|technisch|technische|funktionale|unbedingt|benötigte|nötige",
    about: "datenschutz|einwillig|zustimmung|dsgvo|privatsphäre|personenbezogen",
  },
  fr: {
    accept:
      "accepter|j accepte|d accord|autoriser|consentir|je suis d accord|j ai compris|compris|oui|ok pour moi|c est ok|activer|approuver|tout accepter",
    reject:
      "refuser|je refuse|rejeter|continuer sans accepter|sans accepter|poursuivre sans accepter|ne pas accepter|je n accepte pas|non|non merci|interdire|désactiver|s opposer|m opposer|décliner",
    settings:
      "paramétrer|paramètres|paramétrages|personnaliser|gérer|gérer mes choix|gérer les paramètres|gérer mes préférences|préférences|configurer|plus d options|options|en savoir plus et paramétrer|personnaliser mes choix|choisir|mes choix|réglages",
    save: "enregistrer|enregistrer mes choix|enregistrer les paramètres|enregistrer la sélection|enregistrer mes préférences|confirmer|confirmer mes choix|confirmer la sélection|valider|valider mes choix|valider la sélection|sauvegarder|autoriser la sélection|accepter la sélection|appliquer",
    beside: "tout|tous|toutes|cookies|les|des|de|et|fermer|continuer|poursuivre|le|la|l|mes|un|ces|au|site",
    only: "uniquement|seulement|que|strictement",
    needed: "nécessaires|nécessaire|essentiels|essentiel|essentielles|indispensables|obligatoires|requis|techniques",
    about: "confidentialité|vie privée|données personnelles|rgpd|traceurs|consentement",
  },
  es: {
    accept:
      "aceptar|acepto|permitir|de acuerdo|estoy de acuerdo|consentir|entendido|sí|autorizar|vale|habilitar|aprobar|aceptarlas",
    reject:
      "rechazar|rechazo|denegar|no aceptar|no acepto|no permitir|no estoy de acuerdo|continuar sin aceptar|sin aceptar|no gracias|declinar|negar|rechazarlas|deshabilitar|seguir sin aceptar",
    settings:
      "configurar|ajustes|configuración|preferencias|personalizar|gestionar|gestionar preferencias|administrar|administrar preferencias|más opciones|opciones|panel de configuración|configuración de cookies|gestionar opciones|cambiar ajustes|elegir",
    save: "guardar|guardar selección|guardar preferencias|guardar configuración|guardar ajustes|confirmar|confirmar selección|confirmar mis preferencias|permitir selección|permitir la selección|aceptar selección|aplicar|guardar y cerrar|aceptar seleccionadas",
    beside: "todo|todas|todos|cookies|las|los|la|el|y|cerrar|continuar|seguir|mis|de|uso",
    only: "solo|sólo|únicamente|estrictamente",
    needed: "necesarias|necesarios|necesaria|esenciales|esencial|imprescindibles|obligatorias|técnicas|requeridas",
    about: "privacidad|datos personales|consentimiento",
  },
  it: {
    accept:
      "accetta|accetto|accettare|acconsento|acconsenti|consenti|consento|sono d accordo|va bene|ho capito|sì|autorizza|approva|abilita",
    reject:
      "rifiuta|rifiuto|rifiutare|nega|non accetto|non accettare|non acconsento|continua senza accettare|senza accettare|prosegui senza accettare|no grazie|declina|rifiuta non necessari|disabilita|respingi",
    settings:
      "personalizza|preferenze|impostazioni|gestisci|gestisci preferenze|gestisci opzioni|gestisci le preferenze|configura|più opzioni|altre opzioni|opzioni|scopri di più e personalizza|modifica preferenze|mostra scopi|scegli",
    save: "salva|salva selezione|salva preferenze|salva impostazioni|salva le preferenze|salva scelte|salva le mie scelte|conferma|conferma selezione|conferma le mie scelte|accetta selezionati|accetta selezione|consenti selezione|consenti la selezione|applica|salva e chiudi",
    beside: "tutto|tutti|tutte|cookie|i|gli|le|e|chiudi|continua|prosegui|mie|dei|di|la",
    only: "solo|soltanto|unicamente|strettamente|esclusivamente",
    needed: "necessari|necessario|necessarie|essenziali|essenziale|tecnici|indispensabili|obbligatori|richiesti",
    about: "riservatezza|dati personali|consenso",
  },
  pt: {
    accept:
      "aceitar|aceito|permitir|concordo|concordar|estou de acordo|de acordo|consentir|entendi|percebi|sim|autorizar|prosseguir com cookies|ativar|aprovar",
    reject:
      "rejeitar|rejeito|recusar|recuso|não aceitar|não aceito|não concordo|não permitir|negar|continuar sem aceitar|sem aceitar|não|não obrigado|não obrigada|declinar|desativar",
    settings:
      "configurar|configurações|definições|preferências|personalizar|gerir|gerenciar|gerir preferências|gerenciar preferências|gerir opções|mais opções|opções|ajustar|ajustar preferências|definições de cookies|configurações de cookies|escolher",
    save: "guardar|salvar|guardar preferências|salvar preferências|guardar seleção|salvar seleção|guardar definições|salvar configurações|confirmar|confirmar escolhas|confirmar seleção|permitir seleção|aceitar seleção|aplicar|guardar escolhas|salvar escolhas|confirmar as minhas escolhas",
    beside: "tudo|todos|todas|cookies|os|as|o|a|e|fechar|continuar|prosseguir|minhas|de",
    only: "apenas|somente|só|estritamente|unicamente",
    needed: "necessários|necessárias|necessário|essenciais|essencial|obrigatórios|indispensáveis|técnicos",
    about: "privacidade|dados pessoais|consentimento",
  },
  nl: {
    accept:
      "accepteren|accepteer|ik accepteer|akkoord|ik ga akkoord|ga akkoord|toestaan|sta toe|toestemmen|begrepen|ja|ja graag|ja ik accepteer|prima|goedkeuren|inschakelen",
    reject:
      "weigeren|weiger|afwijzen|wijs af|niet akkoord|ik ga niet akkoord|niet accepteren|niet toestaan|doorgaan zonder accepteren|doorgaan zonder te accepteren|zonder accepteren|zonder te accepteren|verder zonder accepteren|nee|nee bedankt|liever niet|ik weiger|optionele weigeren|verder zonder te accepteren",
    settings:
      "instellingen|voorkeuren|aanpassen|instellingen aanpassen|instellingen wijzigen|voorkeuren aanpassen|voorkeuren beheren|beheren|instellingen beheren|meer opties|opties|zelf instellen|cookie instellingen|cookie voorkeuren|wijzigen|cookievoorkeuren|kiezen",
    save: "opslaan|voorkeuren opslaan|selectie opslaan|instellingen opslaan|keuze opslaan|keuzes opslaan|selectie toestaan|selectie accepteren|bevestigen|mijn keuzes bevestigen|keuzes bevestigen|bevestig mijn keuzes|toepassen|opslaan en sluiten|selectie bevestigen",
    beside: "alle|alles|cookies|de|het|en sluiten|en doorgaan|en verder|sluiten|doorgaan|verder|mijn|deze|ga|te",
    only: "alleen|enkel|slechts|strikt",
    needed: "noodzakelijke|noodzakelijk|essentiële|vereiste|functionele|verplichte|benodigde|nodige",
    about: "gegevensbescherming|toestemming|persoonsgegevens|avg",
  },
  pl: {
    accept:
      "akceptuję|akceptuj|zaakceptuj|akceptować|zgadzam się|zgoda|wyrażam zgodę|zezwól|pozwól|zezwalam|rozumiem|tak|przyjmuję|włącz|zatwierdzam",
    reject:
      "odrzuć|odrzucam|odrzucić|nie zgadzam się|nie akceptuję|nie wyrażam zgody|odmów|odmawiam|kontynuuj bez akceptacji|bez akceptacji|przejdź bez akceptacji|nie|nie dziękuję|odmowa|nie zezwalaj|kontynuuj bez zgody|wyłącz",
    settings:
      "ustawienia|zarządzaj|dostosuj|preferencje|zarządzaj opcjami|zarządzaj ustawieniami|zarządzaj preferencjami|więcej opcji|opcje|zmień ustawienia|ustawienia plików|ustawienia zaawansowane|konfiguruj|personalizuj|dostosuj ustawienia|wybierz",
    save: "zapisz|zapisz ustawienia|zapisz wybór|zapisz wybrane|zapisz preferencje|zapisz moje wybory|potwierdź|potwierdź wybór|potwierdzam wybór|zatwierdź|zatwierdź wybór|zezwól na wybór|zezwól na wybrane|akceptuj wybrane|zaakceptuj wybrane|zastosuj|potwierdź moje wybory",
    beside: "wszystkie|wszystko|pliki|plików|cookie|cookies|i|zamknij|przejdź|kontynuuj|dalej|moje|na|do|serwisu",
    only: "tylko|wyłącznie|jedynie|ściśle",
    needed: "niezbędne|niezbędnych|konieczne|wymagane|potrzebne|techniczne|obowiązkowe",
    about: "ciasteczk|prywatno|rodo|dane osobowe|danych osobowych|zgod",
  },
  sv: {
    accept:
      "godkänn|godkänna|acceptera|jag godkänner|jag accepterar|tillåt|tillåta|samtyck|jag samtycker|jag förstår|jag håller med|ja|okej|aktivera",
    reject:
      "avvisa|neka|avböj|avslå|tillåt inte|godkänn inte|acceptera inte|jag godkänner inte|fortsätt utan att godkänna|fortsätt utan att acceptera|utan att acceptera|utan att godkänna|nej|nej tack|inte nu|jag samtycker inte|fortsätt utan samtycke",
    settings:
      "inställningar|anpassa|hantera|hantera inställningar|hantera val|fler alternativ|alternativ|ändra inställningar|anpassa inställningar|kakinställningar|cookieinställningar|välj|visa inställningar|preferenser|mina val",
    save: "spara|spara inställningar|spara val|spara mina val|spara urval|bekräfta|bekräfta val|bekräfta mina val|tillåt urval|tillåt valda|acceptera valda|godkänn valda|verkställ|spara och stäng",
    beside: "alla|allt|kakor|cookies|och|stäng|fortsätt|mina|de|till",
    only: "endast|bara|enbart|strikt",
    needed: "nödvändiga|nödvändigt|nödvändig|obligatoriska|tekniska|funktionella",
    about: "kakor|integritet|samtycke|personuppgifter",
  },
  da: {
    accept:
      "accepter|accepterer|jeg accepterer|tillad|godkend|acceptér|jeg er enig|enig|forstået|ja|ja tak|jeg godkender|okay tak|aktiver",
    reject:
      "afvis|afslå|nægt|jeg accepterer ikke|accepter ikke|tillad ikke|fortsæt uden at acceptere|uden at acceptere|uden accept|fortsæt uden accept|nej|nej tak|jeg afviser|fravælg|afvis valgfrie",
    settings:
      "indstillinger|tilpas|administrer|administrer indstillinger|vis indstillinger|præferencer|flere valgmuligheder|muligheder|ret indstillinger|skift indstillinger|cookieindstillinger|tilpas indstillinger|vælg selv|tilpas valg|vis detaljer og tilpas",
    save: "gem|gem indstillinger|gem valg|gem mine valg|gem præferencer|gem valgte|bekræft|bekræft valg|bekræft mine valg|tillad valgte|accepter valgte|godkend valgte|anvend|gem og luk|opdater samtykke",
    beside: "alle|alt|cookies|og|luk|fortsæt|mine|de|til",
    only: "kun|udelukkende|blot|strengt",
    needed: "nødvendige|nødvendig|påkrævede|tekniske|funktionelle|obligatoriske",
    about: "privatliv|samtykke|persondata|personoplysninger",
  },
  cs: {
    accept:
      "přijmout|přijímám|souhlasím|povolit|akceptovat|akceptuji|rozumím|ano|v pořádku|souhlas|povolit vše|udělit souhlas|přijímáme|zapnout",
    reject:
      "odmítnout|odmítám|nesouhlasím|zamítnout|nepovolit|nepřijmout|nepřijímám|pokračovat bez souhlasu|bez souhlasu|pokračovat bez přijetí|bez přijetí|ne|ne děkuji|zakázat|odmítnout volitelné|vypnout",
    settings:
      "nastavení|přizpůsobit|upravit|spravovat|předvolby|možnosti|více možností|další možnosti|podrobné nastavení|upravit nastavení|spravovat nastavení|spravovat předvolby|nastavit|vlastní nastavení|změnit nastavení|vybrat",
    save: "uložit|uložit nastavení|uložit výběr|uložit volby|uložit předvolby|potvrdit|potvrdit výběr|potvrdit volby|potvrdit moje volby|povolit výběr|povolit vybrané|přijmout vybrané|souhlasím s vybranými|použít|uložit a zavřít",
    beside: "vše|všechny|všechno|všemi|se|s|a|cookies|soubory|zavřít|pokračovat|moje|na",
    only: "pouze|jen|jenom|výhradně",
    needed: "nezbytné|nezbytně|nutné|nutnými|nezbytnými|potřebné|technické|základní|povinné|nezbytná",
    about: "soukromí|ochrana osobn|osobních údajů|souhlas",
  },
  fi: {
    accept: "hyväksy|hyväksyn|salli|sallin|ymmärrän|kyllä|selvä|suostun|hyväksyä",
    reject:
      "hylkää|hylkään|kiellä|en hyväksy|älä hyväksy|älä salli|jatka hyväksymättä|hyväksymättä|estä|ei|ei kiitos|kieltäydy|en suostu|kieltäydyn",
    settings:
      "asetukset|muokkaa|mukauta|hallitse|hallinnoi|muokkaa asetuksia|hallitse asetuksia|muuta asetuksia|lisää vaihtoehtoja|vaihtoehdot|evästeasetukset|näytä asetukset|valitse|mukauta asetuksia",
    save: "tallenna|tallenna asetukset|tallenna valinnat|tallenna valintani|vahvista|vahvista valinnat|vahvista valintani|salli valinta|salli valitut|hyväksy valitut|käytä|tallenna ja sulje",
    beside: "kaikki|kaikkia|evästeet|evästeiden|ja|sulje|jatka|käyttö",
    only: "vain|ainoastaan",
    needed: "välttämättömät|välttämättömiä|pakolliset|tarpeelliset|tekniset|toiminnalliset",
    about: "eväste|tietosuoja|yksityisyy|suostumu",
  },
  nb: {
    accept:
      "godta|godtar|jeg godtar|aksepter|jeg aksepterer|tillat|samtykk|jeg samtykker|forstått|jeg forstår|godkjenn|greit",
    reject:
      "avvis|avslå|nekt|ikke godta|ikke tillat|jeg godtar ikke|fortsett uten å godta|uten å godta|fortsett uten å samtykke|uten å samtykke|avvis valgfrie|nei|nei takk|jeg samtykker ikke",
    settings:
      "innstillinger|tilpass|administrer|administrer innstillinger|endre innstillinger|vis innstillinger|flere valg|flere alternativer|alternativer|preferanser|tilpass innstillinger|mine valg|velg selv|informasjonskapselinnstillinger",
    save: "lagre|lagre innstillinger|lagre valg|lagre mine valg|lagre preferanser|bekreft|bekreft valg|bekreft mine valg|tillat valgte|tillat utvalg|godta valgte|aksepter valgte|bruk valgte|lagre og lukk",
    beside: "alle|alt|informasjonskapsler|cookies|og|lukk|fortsett|mine|de|til",
    only: "bare|kun|utelukkende|strengt",
    needed: "nødvendige|nødvendig|påkrevde|tekniske|funksjonelle|obligatoriske",
    about: "informasjonskaps|personvern|samtykke",
  },
  el: {
    accept: "αποδοχή|αποδέχομαι|συμφωνώ|επιτρέπω|να επιτρέπονται|εντάξει|ναι|κατάλαβα|συναίνεση|συναινώ",
    reject:
      "απόρριψη|απορρίπτω|άρνηση|δεν συμφωνώ|διαφωνώ|δεν αποδέχομαι|δεν επιτρέπω|συνέχεια χωρίς αποδοχή|χωρίς αποδοχή|όχι|όχι ευχαριστώ|δεν συναινώ",
    settings:
      "ρυθμίσεις|προτιμήσεις|προσαρμογή|διαχείριση|διαχείριση επιλογών|διαχείριση ρυθμίσεων|διαχείριση προτιμήσεων|περισσότερες επιλογές|επιλογές|αλλαγή ρυθμίσεων",
    save: "αποθήκευση|αποθήκευση επιλογών|αποθήκευση ρυθμίσεων|αποθήκευση προτιμήσεων|επιβεβαίωση|επιβεβαίωση επιλογών|αποδοχή επιλεγμένων|αποδοχή επιλογής|εφαρμογή|να επιτρέπεται η επιλογή",
    beside: "όλα|όλων|όλες|cookies|cookie|και|κλείσιμο|συνέχεια|τα|των|τις|μου",
    only: "μόνο|αποκλειστικά|αυστηρά|μόνον",
    needed: "απαραίτητα|απαραίτητων|αναγκαία|αναγκαίων|απολύτως|υποχρεωτικά|τεχνικά|τα",
    about: "απόρρητ|προσωπικών δεδομένων|συγκατάθεση|ιδιωτικ",
  },
  ja: {
    accept:
      "同意する|同意|同意します|受け入れる|許可する|許可|承諾する|承諾|承認する|了解|ok|はい|有効にする|受け入れます",
    reject:
      "拒否する|拒否|拒否します|同意しない|同意しません|許可しない|受け入れない|承諾しない|同意せずに続ける|同意せず|同意せずに|いいえ|却下|無効にする",
    settings:
      "設定|設定を管理|設定する|カスタマイズ|管理|オプション|その他のオプション|詳細設定|設定を変更|プライバシー設定|選択する|オプションを管理",
    save: "保存|保存する|設定を保存|選択を保存|選択内容を保存|確認|選択を確定|選択内容を確認|選択を許可|選択したものを許可|適用|選択したものに同意",
    beside: "すべて|全て|全部|の|クッキー|cookie|cookies|を|に|閉じる|続ける|して|する|続行|使用|利用|が",
    only: "のみ|だけ",
    needed: "必要|必須|不可欠|必要な|必須の|機能",
    about: "クッキー|プライバシー|個人情報|個人データ|同意",
  },
} as const satisfies Record<string, LanguageWords>;

/** A label may end in any way if one of these words follows its verb: "accept all cookies of our partners". */
export const ALL_WORDS =
  "all|cookie|cookies|alle|alles|allen|allem|tout|tous|toutes|todo|todas|todos|tutto|tutti|tutte|tudo|wszystkie|alla|allt|alt|vše|všechny|kaikki|όλα|όλων";

/**
 * Words about cookies and consent, also in other languages, that hardly any other part of a page of this size contains. They identify a
 * banner even if none of its buttons is recognized.
 */
export const BANNER_WORDS =
  "cookie|consent|gdpr|rgpd|dsgvo|einwillig|eväste|informasjonskaps|ciasteczk|クッキー|쿠키|куки|файлы cookie|кукі|бисквитк|kolačić|piškotk|slapuk|sīkdat|küpsis|vafrakök|süti|çerez|คุกกี้|ملفات تعريف|كوكيز|کوکی|עוגיות|कुकी|galetes|cookiet|隐私|隱私|同意".split(
    "|",
  );

/** Buttons that show more information and choose nothing. A label that contains one of them is not an unrecognized choice. */
export const INFO_WORDS =
  "learn more|read more|more info|details|policy|notice|vendors|partners|imprint|help|legal|mehr erfahren|mehr informationen|impressum|datenschutz|en savoir plus|mentions légales|politique|partenaires|más información|política|saber más|maggiori informazioni|informativa|scopri di più|saiba mais|saber mais|meer informatie|meer weten|więcej informacji|polityka|läs mer|policy|læs mere|les mer|více informací|zásady|lisätietoja|περισσότερα|詳しく|詳細|ポリシー|close|schließen|fermer|cerrar|chiudi|fechar|sluiten|zamknij|stäng|luk|lukk|zavřít|sulje|κλείσιμο|閉じる".split(
    "|",
  );
