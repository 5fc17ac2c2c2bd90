"""Social openers in languages written in Latin script; pure data (SPEC E3)."""

from __future__ import annotations

from collections.abc import Mapping

from docsteward.turn.opener_language import Language, replies

LATIN: Mapping[str, Language] = {
    "en": Language(
        greeting="hi|hello|hey|hiya|howdy|greetings|good morning|good afternoon|good evening|"
        "good day|hi there|hello there|hey there|how are you|how are you doing|"
        "how do you do|how's it going|what's up|whats up|nice to meet you|"
        "pleased to meet you",
        thanks="thanks|thank you|thank u|thankyou|thx|tnx|tysm|cheers|many thanks|thanks a lot|"
        "thanks a million|thanks so much|thank you so much|thank you very much|"
        "much appreciated|i appreciate it|appreciate it|appreciated|great thanks|"
        "ok thanks|no thanks|no thank you",
        farewell="bye|goodbye|good bye|bye bye|see you|see ya|see you later|see you soon|cya|"
        "take care|farewell|good night|have a nice day|have a good day|have a great day|"
        "ttyl",
        who="who are you|who r u|who is this|what are you|what's your name|what is your name|"
        "whats your name|are you a bot|are you a robot|are you human|are you a human|"
        "are you an ai|are you ai|are you real|are you a real person|introduce yourself|"
        "tell me about yourself|what can you do|what do you do",
        besides="there|again|all|everyone|everybody|team|folks|guys|friend|my friend|dear|"
        "assistant|bot|and|ok|okay|great|perfect|awesome|cool|nice|excellent|wonderful|"
        "alright|so much|very much|a lot|for your help|for the help|for your time|"
        "for everything|you're welcome|that helped|that helps|that helped a lot|"
        "this helped|that works|it works now|that was helpful|very helpful|today|for now|"
        "sir|please|haha|lol",
        replies=replies(
            "Hello! I am the assistant for {site}. What would you like to know?",
            "You are welcome! Ask again whenever something about {site} comes up.",
            "Goodbye, and good luck with {site}!",
            "I am the assistant for {site}. I answer questions from its documentation and "
            "show where it says so.",
        ),
    ),
    "de": Language(
        greeting="hallo|guten tag|guten morgen|guten abend|servus|moin|moin moin|grüß gott|grüezi|"
        "grüß dich|hallöchen|wie geht es dir|wie geht's|wie gehts|wie geht es ihnen|"
        "schönen guten tag|guten tag zusammen",
        thanks="danke|danke schön|dankeschön|vielen dank|danke sehr|herzlichen dank|besten dank|"
        "tausend dank|ich danke dir|ich danke ihnen|danke dir|danke ihnen|"
        "vielen lieben dank|merci vielmals",
        farewell="tschüss|tschüß|tschau|auf wiedersehen|bis bald|bis dann|bis später|mach's gut|"
        "machs gut|gute nacht|schönen tag noch|schönen abend noch|schönes wochenende",
        who="wer bist du|wer sind sie|was bist du|wie heißt du|wie heissen sie|"
        "wie heißen sie|bist du ein bot|bist du ein mensch|bist du eine ki|"
        "stell dich vor|was kannst du",
        besides="zusammen|an alle|liebes team|und|super|prima|toll|klasse|für die hilfe|"
        "für deine hilfe|für ihre hilfe|das hat geholfen|hat geholfen|alles klar|nochmal|"
        "nochmals|bitte",
        replies=replies(
            "Hallo! Ich bin der Assistent für {site}. Was möchten Sie wissen?",
            "Gern geschehen! Fragen Sie jederzeit wieder, wenn es um {site} geht.",
            "Auf Wiedersehen und viel Erfolg mit {site}!",
            "Ich bin der Assistent für {site}. Ich beantworte Fragen aus der Dokumentation "
            "und zeige, wo es dort steht.",
        ),
    ),
    "fr": Language(
        greeting="bonjour|bonsoir|salut|coucou|bonjour à tous|salut tout le monde|comment ça va|"
        "ça va|comment allez-vous|comment allez vous|comment vas-tu|bonne journée à tous",
        thanks="merci|merci beaucoup|merci bien|mille mercis|merci infiniment|grand merci|"
        "un grand merci|je vous remercie|je te remercie|merci à vous|merci à toi",
        farewell="au revoir|à bientôt|à plus|à plus tard|à demain|bonne nuit|bonne journée|"
        "bonne soirée|adieu|bonne fin de journée",
        who="qui es-tu|qui es tu|tu es qui|t'es qui|qui êtes-vous|qui êtes vous|"
        "vous êtes qui|quel est ton nom|quel est votre nom|comment t'appelles-tu|"
        "comment tu t'appelles|comment vous appelez-vous|es-tu un robot|"
        "êtes-vous un robot|es-tu humain|que sais-tu faire",
        besides="à tous|tout le monde|et|super|parfait|génial|pour votre aide|pour ton aide|"
        "pour l'aide|pour tout|c'est parfait|ça marche|encore|madame|monsieur|d'accord|ok",
        replies=replies(
            "Bonjour ! Je suis l’assistant de {site}. Que souhaitez-vous savoir ?",
            "Avec plaisir ! Revenez quand vous voulez pour toute question sur {site}.",
            "Au revoir, et bonne continuation avec {site} !",
            "Je suis l’assistant de {site}. Je réponds à partir de sa documentation et je "
            "montre où c’est écrit.",
        ),
    ),
    "es": Language(
        greeting="hola|buenos días|buenas tardes|buenas noches|buenas|buen día|qué tal|"
        "hola qué tal|cómo estás|cómo está|cómo están|saludos|muy buenas",
        thanks="gracias|muchas gracias|mil gracias|muchísimas gracias|te lo agradezco|"
        "se lo agradezco|gracias por todo|gracias por la ayuda|gracias por tu ayuda",
        farewell="adiós|hasta luego|hasta pronto|hasta mañana|nos vemos|chao|chau|"
        "que tengas buen día|que tenga buen día|hasta la vista",
        who="quién eres|quién eres tú|quién es usted|qué eres|cómo te llamas|cómo se llama|"
        "cuál es tu nombre|eres un bot|eres un robot|eres humano|eres una ia|"
        "qué puedes hacer",
        besides="a todos|todos|equipo|y|genial|perfecto|vale|por la ayuda|por tu ayuda|"
        "por su ayuda|por todo|amigo|de nuevo|otra vez",
        replies=replies(
            "¡Hola! Soy el asistente de {site}. ¿Qué te gustaría saber?",
            "¡De nada! Vuelve a preguntar cuando quieras sobre {site}.",
            "¡Hasta luego, y suerte con {site}!",
            "Soy el asistente de {site}. Respondo a partir de su documentación y muestro "
            "dónde lo dice.",
        ),
    ),
    "it": Language(
        greeting="ciao|buongiorno|buon giorno|buonasera|buona sera|buon pomeriggio|salve|"
        "ciao a tutti|come stai|come va|come sta",
        thanks="grazie|grazie mille|molte grazie|tante grazie|grazie tante|ti ringrazio|"
        "la ringrazio|vi ringrazio|mille grazie",
        farewell="arrivederci|a presto|a dopo|a domani|buonanotte|buona notte|buona giornata|"
        "buona serata|ci vediamo|addio",
        who="chi sei|chi è lei|cosa sei|che cosa sei|come ti chiami|come si chiama|"
        "qual è il tuo nome|sei un bot|sei un robot|sei umano|cosa sai fare",
        besides="a tutti|e|perfetto|ottimo|fantastico|va bene|per l'aiuto|per il tuo aiuto|"
        "dell'aiuto|di tutto|ancora",
        replies=replies(
            "Ciao! Sono l’assistente di {site}. Che cosa vorresti sapere?",
            "Prego! Torna pure quando hai altre domande su {site}.",
            "Arrivederci, e buon lavoro con {site}!",
            "Sono l’assistente di {site}. Rispondo in base alla documentazione e mostro "
            "dove lo dice.",
        ),
    ),
    "pt": Language(
        greeting="olá|oi|bom dia|boa tarde|boa noite|e aí|tudo bem|oi tudo bem|olá tudo bem|"
        "como vai|como você está|como está",
        thanks="obrigado|obrigada|muito obrigado|muito obrigada|obrigadão|valeu|agradeço|"
        "agradecido|agradecida|brigado|brigada",
        farewell="tchau|até logo|até mais|até breve|até amanhã|adeus|tenha um bom dia|"
        "até à próxima",
        who="quem é você|quem és tu|quem és|o que você é|qual é o seu nome|qual o seu nome|"
        "qual é o teu nome|como você se chama|como te chamas|você é um robô|"
        "você é um bot|você é humano|o que você faz",
        besides="a todos|pessoal|e|ótimo|perfeito|legal|pela ajuda|pela sua ajuda|por tudo|"
        "de novo|mesmo",
        replies=replies(
            "Olá! Sou o assistente de {site}. O que gostaria de saber?",
            "De nada! Volte sempre que tiver dúvidas sobre {site}.",
            "Até logo, e boa sorte com {site}!",
            "Sou o assistente de {site}. Respondo com base na documentação e mostro onde "
            "está escrito.",
        ),
    ),
    "nl": Language(
        greeting="hoi|goedemorgen|goedemiddag|goedenavond|goedendag|goeiemorgen|dag allemaal|"
        "hallo allemaal|hoe gaat het|hoe gaat het met je|hé hallo",
        thanks="bedankt|dank je|dank je wel|dankjewel|dank u|dank u wel|dankuwel|hartelijk dank|"
        "heel erg bedankt|hartstikke bedankt|alvast bedankt|veel dank|dankje",
        farewell="doei|doeg|tot ziens|tot later|tot snel|tot morgen|fijne dag|fijne dag nog|"
        "welterusten|goedenacht|houdoe",
        who="wie ben je|wie ben jij|wie bent u|wat ben je|wat ben jij|hoe heet je|hoe heet u|"
        "ben je een bot|ben je een mens|ben je een robot|wat kun je",
        besides="allemaal|en|prima|top|geweldig|voor de hulp|voor je hulp|voor uw hulp|oké|"
        "nogmaals",
        replies=replies(
            "Hallo! Ik ben de assistent van {site}. Wat wil je weten?",
            "Graag gedaan! Vraag gerust verder als het om {site} gaat.",
            "Tot ziens, en succes met {site}!",
            "Ik ben de assistent van {site}. Ik antwoord uit de documentatie en laat zien "
            "waar het staat.",
        ),
    ),
    "pl": Language(
        greeting="cześć|dzień dobry|dobry wieczór|witam|witaj|siema|siemka|hejka|witajcie|"
        "co słychać|jak się masz|czołem",
        thanks="dziękuję|dzięki|wielkie dzięki|bardzo dziękuję|dziękuję bardzo|dzięki wielkie|"
        "serdecznie dziękuję|dziękuję ślicznie|dziena",
        farewell="do widzenia|na razie|pa pa|do zobaczenia|dobranoc|miłego dnia|żegnaj|trzymaj się",
        who="kim jesteś|kto ty jesteś|kim pan jest|kim pani jest|czym jesteś|"
        "jak masz na imię|jak się nazywasz|czy jesteś botem|jesteś botem|"
        "jesteś człowiekiem|co potrafisz",
        besides="wszystkim|wszyscy|i|super|świetnie|za pomoc|za wszystko|jeszcze raz|państwu",
        replies=replies(
            "Cześć! Jestem asystentem {site}. Co chcesz wiedzieć?",
            "Nie ma za co! Pytaj śmiało, gdy chodzi o {site}.",
            "Do widzenia i powodzenia z {site}!",
            "Jestem asystentem {site}. Odpowiadam na podstawie dokumentacji i pokazuję, "
            "gdzie to jest napisane.",
        ),
    ),
    "tr": Language(
        greeting="merhaba|merhabalar|selam|selamlar|günaydın|iyi günler|iyi akşamlar|tünaydın|"
        "nasılsın|nasılsınız|naber|selamün aleyküm",
        thanks="teşekkürler|teşekkür ederim|çok teşekkürler|çok teşekkür ederim|sağ ol|sağol|"
        "sağ olun|sağolun|eyvallah|minnettarım|teşekkür",
        farewell="hoşça kal|hoşçakal|hoşça kalın|güle güle|görüşürüz|görüşmek üzere|iyi geceler|"
        "bay bay|kendine iyi bak",
        who="sen kimsin|kimsin|siz kimsiniz|kimsiniz|adın ne|adınız ne|sen nesin|bot musun|"
        "robot musun|insan mısın|ne yapabilirsin",
        besides="herkese|arkadaşlar|ve|süper|harika|tamam|yardımın için|yardımınız için|tekrar|"
        "hocam",
        replies=replies(
            "Merhaba! Ben {site} asistanıyım. Ne öğrenmek istersiniz?",
            "Rica ederim! {site} hakkında dilediğiniz zaman yine sorabilirsiniz.",
            "Hoşça kalın, {site} ile kolay gelsin!",
            "Ben {site} asistanıyım. Soruları belgelere göre yanıtlar, nerede yazdığını "
            "gösteririm.",
        ),
    ),
    "sv": Language(
        greeting="hej|hejsan|tjena|god morgon|god kväll|god dag|hallå|hur mår du|hur är läget|"
        "läget|hej på er",
        thanks="tack|tack så mycket|tackar|stort tack|tusen tack|tack för hjälpen|tack ska du ha",
        farewell="hej då|adjö|vi ses|ha det bra|god natt|ha en bra dag|hejdå",
        who="vem är du|vad är du|vad heter du|är du en bot|är du en människa|vad kan du göra",
        besides="alla|och|på er|bra|perfekt|toppen|för hjälpen|igen",
        replies=replies(
            "Hej! Jag är assistenten för {site}. Vad vill du veta?",
            "Varsågod! Fråga gärna igen när det gäller {site}.",
            "Hej då, och lycka till med {site}!",
            "Jag är assistenten för {site}. Jag svarar utifrån dokumentationen och visar "
            "var det står.",
        ),
    ),
    "da": Language(
        greeting="goddag|godmorgen|god aften|halløj|hvordan går det|hej med jer|davs",
        thanks="tak|mange tak|tusind tak|tak skal du have|tak for hjælpen|hjertelig tak",
        farewell="farvel|vi ses igen|hav en god dag|godnat|hej hej",
        who="hvem er du|hvad er du|hvad hedder du|er du en bot|er du et menneske|hvad kan du",
        besides="alle|alle sammen|med jer|for hjælpen|for det|super|igen",
        replies=replies(
            "Hej! Jeg er assistenten for {site}. Hvad vil du gerne vide?",
            "Selv tak! Spørg endelig igen, når det gælder {site}.",
            "Farvel, og held og lykke med {site}!",
            "Jeg er assistenten for {site}. Jeg svarer ud fra dokumentationen og viser, "
            "hvor det står.",
        ),
    ),
    "cs": Language(
        greeting="ahoj|dobrý den|dobré ráno|dobrý večer|čau|nazdar|zdravím|jak se máš|jak se máte|"
        "zdarec",
        thanks="děkuji|děkuju|díky|moc děkuji|mockrát děkuji|děkuji moc|díky moc|děkujeme|"
        "velké díky",
        farewell="na shledanou|nashledanou|sbohem|měj se|mějte se|dobrou noc|hezký den|pěkný den|"
        "zatím",
        who="kdo jsi|kdo jste|co jsi|jak se jmenuješ|jak se jmenujete|jsi bot|jsi robot|"
        "jsi člověk|co umíš",
        besides="všem|všichni|za pomoc|skvělé|skvěle|výborně|ještě jednou|a",
        replies=replies(
            "Dobrý den! Jsem asistent pro {site}. Co byste chtěli vědět?",
            "Není zač! Ptejte se znovu, kdykoli půjde o {site}.",
            "Na shledanou a hodně zdaru s {site}!",
            "Jsem asistent pro {site}. Odpovídám podle dokumentace a ukazuji, kde je to napsáno.",
        ),
    ),
    "id": Language(
        greeting="halo|hai|selamat pagi|selamat siang|selamat sore|selamat malam|apa kabar|"
        "assalamualaikum|permisi",
        thanks="terima kasih|terimakasih|makasih|trims|terima kasih banyak|makasih banyak|"
        "matur nuwun",
        farewell="sampai jumpa|selamat tinggal|dadah|sampai nanti|selamat jalan|selamat tidur",
        who="siapa kamu|siapa anda|kamu siapa|anda siapa|siapa namamu|siapa nama anda|"
        "apakah kamu bot|kamu bot|apa yang bisa kamu lakukan",
        besides="semua|semuanya|kak|pak|gan|dan|atas bantuannya|atas bantuan anda|lagi|banyak|baik",
        replies=replies(
            "Halo! Saya asisten {site}. Apa yang ingin Anda ketahui?",
            "Sama-sama! Silakan bertanya lagi kapan saja tentang {site}.",
            "Sampai jumpa, semoga sukses dengan {site}!",
            "Saya asisten {site}. Saya menjawab dari dokumentasinya dan menunjukkan di mana"
            " tertulis.",
        ),
    ),
    "vi": Language(
        greeting="xin chào|chào|chào bạn|chào mọi người|chào buổi sáng|chào buổi tối|"
        "bạn khỏe không|chào anh|chào chị|chào em",
        thanks="cảm ơn|cám ơn|cảm ơn bạn|cảm ơn nhiều|cảm ơn rất nhiều|xin cảm ơn|"
        "cảm ơn bạn nhiều|xin cám ơn",
        farewell="tạm biệt|hẹn gặp lại|chúc ngủ ngon|chào tạm biệt|chúc một ngày tốt lành",
        who="bạn là ai|anh là ai|bạn tên gì|bạn tên là gì|tên bạn là gì|bạn là bot à|"
        "bạn có phải là bot không|bạn có thể làm gì",
        besides="mọi người|nhé|ạ|và|nhiều|rất nhiều|vì đã giúp đỡ|tốt quá",
        replies=replies(
            "Xin chào! Tôi là trợ lý của {site}. Bạn muốn biết điều gì?",
            "Không có gì! Cứ hỏi tiếp bất cứ khi nào về {site} nhé.",
            "Tạm biệt, chúc bạn thành công với {site}!",
            "Tôi là trợ lý của {site}. Tôi trả lời dựa trên tài liệu và chỉ ra chỗ viết điều đó.",
        ),
    ),
}
