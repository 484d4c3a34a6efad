// Words on the buttons of consent banners, for banners that no rule knows. Lower case, without signs.

/** A button fits when its text is one of them, or begins with one of at least two words. */
export type Phrases = { accept: string[]; reject: string[]; settings: string[]; about: string[] };

export const PHRASES: Phrases = {
  accept: [
    // en
    ..."accept|accept all|accept cookies|accept all cookies|allow|allow all|allow cookies|allow all cookies|agree|i agree|agree to all|i accept|yes i agree|agree and close|accept and close|accept and continue|got it|ok|okay".split(
      "|",
    ),
    // de
    ..."akzeptieren|alle akzeptieren|alles akzeptieren|alle cookies akzeptieren|cookies akzeptieren|zustimmen|allen zustimmen|allem zustimmen|ich stimme zu|einverstanden|alle zulassen|alle erlauben|annehmen|alle annehmen".split(
      "|",
    ),
    // fr
    ..."accepter|tout accepter|accepter tout|j accepte|accepter les cookies|accepter et fermer|accepter et continuer|d accord|autoriser|tout autoriser".split(
      "|",
    ),
    // es, pt, it
    ..."aceptar|aceptar todo|aceptar todas|aceptar todas las cookies|aceptar cookies|permitir todas|aceitar|aceitar tudo|aceitar todos|aceitar todos os cookies|accetta|accetta tutto|accetta tutti|accetta tutti i cookie|accetto|accetta e continua|consenti tutti".split(
      "|",
    ),
    // nl, pl, sv, da, no, fi, cs
    ..."accepteren|alles accepteren|alle cookies accepteren|akkoord|alles toestaan|akceptuję|akceptuj|zaakceptuj|akceptuj wszystkie|zaakceptuj wszystkie|zgadzam się|godkänn|godkänn alla|acceptera|acceptera alla|jag godkänner|tillad alle|accepter alle|accepter alle cookies|godta|godta alle|aksepter|aksepter alle|tillat alle|hyväksy|hyväksy kaikki|salli kaikki|přijmout|přijmout vše|souhlasím|povolit vše".split(
      "|",
    ),
  ],
  reject: [
    // en
    ..."reject|reject all|reject cookies|reject all cookies|decline|decline all|decline cookies|deny|deny all|refuse|refuse all|disagree|i disagree|no thanks|only necessary|necessary only|only necessary cookies|necessary cookies only|use necessary cookies only|only essential|essential only|only essential cookies|essential cookies only|accept only necessary|accept only essential|accept necessary|accept essential|allow only necessary|allow necessary cookies only|continue without accepting|continue without agreeing|strictly necessary only|do not accept|do not consent|reject non essential|reject additional cookies|reject optional cookies".split(
      "|",
    ),
    // de
    ..."ablehnen|alle ablehnen|alles ablehnen|alle cookies ablehnen|cookies ablehnen|nur notwendige|nur notwendige cookies|nur essenzielle|nur essenzielle cookies|nur erforderliche|nur erforderliche cookies|nur technisch notwendige|nur notwendige akzeptieren|nur erforderliche akzeptieren|weiter ohne zustimmung|weiter ohne einwilligung|ohne einwilligung fortfahren|verweigern|nicht zustimmen".split(
      "|",
    ),
    // fr
    ..."refuser|tout refuser|refuser tout|je refuse|refuser les cookies|continuer sans accepter|uniquement les cookies nécessaires|cookies nécessaires uniquement|tout rejeter".split(
      "|",
    ),
    // es, pt, it
    ..."rechazar|rechazar todo|rechazar todas|rechazar todas las cookies|rechazar cookies|denegar|solo necesarias|solo cookies necesarias|solo las necesarias|continuar sin aceptar|rejeitar|rejeitar tudo|rejeitar todos|recusar|recusar tudo|apenas necessários|rifiuta|rifiuta tutto|rifiuta tutti|rifiuta tutti i cookie|rifiuto|continua senza accettare|solo necessari|solo cookie necessari|nega".split(
      "|",
    ),
    // nl, pl, sv, da, no, fi, cs
    ..."weigeren|alles weigeren|alle weigeren|afwijzen|alles afwijzen|alleen noodzakelijke|alleen noodzakelijke cookies|odrzuć|odrzuć wszystkie|odrzucam|tylko niezbędne|avvisa|avvisa alla|neka|neka alla|endast nödvändiga|endast nödvändiga cookies|afvis|afvis alle|kun nødvendige|kun nødvendige cookies|avvis|avvis alle|avslå|avslå alle|bare nødvendige|hylkää|hylkää kaikki|kiellä|kiellä kaikki|vain välttämättömät|odmítnout|odmítnout vše|pouze nezbytné".split(
      "|",
    ),
  ],
  settings: [
    ..."settings|cookie settings|manage|manage cookies|manage settings|manage preferences|manage options|preferences|cookie preferences|customize|customise|more options|options|show purposes|let me choose".split(
      "|",
    ),
    ..."einstellungen|cookie einstellungen|einstellungen verwalten|mehr optionen|anpassen|auswahl anpassen|paramétrer|paramètres|personnaliser|gérer les cookies|gérer mes choix|configurar|ajustes|preferencias|personalizar|gestionar cookies|personalizza|preferenze|impostazioni|gestisci|instellingen|voorkeuren|aanpassen|ustawienia|inställningar|indstillinger|innstillinger|asetukset|nastavení".split(
      "|",
    ),
  ],
  /** One of them is in the text of every banner that asks. */
  about:
    "cookie|consent|datenschutz|einwillig|confidentialité|vie privée|données personnelles|privacidad|privacidade|privacy|riservatezza|evästeet|eväste|informasjonskaps|ciasteczk|integritet|gdpr|rgpd|dsgvo|tracking|trackers|traceurs".split(
      "|",
    ),
};
