//! A server, and windows of its page.

use crate::process::{Engine, LIMIT, program};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use tungstenite::{Message, WebSocket};

/// A server, ended with the test.
pub struct Server {
    #[cfg_attr(
        not(unix),
        expect(dead_code, reason = "the server lives as long as it is held")
    )]
    pub process: Engine,
    pub port: u16,
    /// What stands in the address after the port.
    pub folder: String,
}

impl Server {
    pub fn start(options: &[&str]) -> Server {
        Server::telling(Stdio::inherit(), options)
    }

    /// What it says on standard error goes there.
    pub fn telling(errors: impl Into<Stdio>, options: &[&str]) -> Server {
        let mut command = program(["web", "--listen=0", "--no-open"]);
        command
            .args(["--threads=1", "--memory=64", "--time=0.2"])
            .args(options)
            .stderr(errors);
        let process = Engine::start(&mut command);
        let line = process.line();
        let address = line.strip_prefix("Tengen is at http://127.0.0.1:");
        let (port, folder) = address
            .and_then(|rest| rest.split_once('/'))
            .expect("an address");
        Server {
            port: port.parse().unwrap(),
            folder: format!("/{folder}"),
            process,
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        stream
    }

    /// The whole answer to a request, its status first.
    pub fn ask(&self, request: &str) -> String {
        String::from_utf8_lossy(&self.bytes(request)).into_owned()
    }

    pub fn bytes(&self, request: &str) -> Vec<u8> {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // A refusal may come before all has been read, and the connection end with that.
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    pub fn get(&self, path: &str) -> String {
        self.get_with(path, "")
    }

    /// The answer to a request with these fields besides.
    pub fn get_with(&self, path: &str, fields: &str) -> String {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost:{}\r\n{fields}\r\n",
            self.port
        ))
    }

    /// A window of the page; none if there is no room.
    pub fn window(&self) -> Option<Window> {
        let host = format!("127.0.0.1:{}", self.port);
        let request = tungstenite::http::Request::builder()
            .uri(format!("ws://{host}{}socket", self.folder))
            .header("Host", &host)
            .header("Origin", format!("http://{host}"))
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
            .body(())
            .unwrap();
        let (socket, _) = tungstenite::client(request, self.connect()).ok()?;
        let mut window = Window(socket, Value::Null);
        window.1 = window.hear();
        assert_eq!(window.1["hello"], "Tengen");
        Some(window)
    }

    /// The memory of the server in kB, where the system tells.
    #[cfg(target_os = "linux")]
    pub fn memory(&self) -> u64 {
        self.process.kilobytes("VmRSS").expect("it runs")
    }
}

/// A socket, and what the server has said first.
pub struct Window(pub WebSocket<TcpStream>, pub Value);

impl Window {
    pub fn say(&mut self, order: Value) {
        self.0.send(Message::text(order.to_string())).unwrap();
    }

    pub fn hear(&mut self) -> Value {
        loop {
            let Message::Text(text) = self.0.read().expect("an answer") else {
                continue;
            };
            let answer: Value = serde_json::from_str(&text).unwrap();
            // Beside pings, what is left of a slow test's time may bring a sign of life.
            if answer["alive"].is_null() {
                return answer;
            }
        }
    }

    /// The last answer to an order: what comes before are reports.
    pub fn finish(&mut self, id: u64) -> Value {
        loop {
            let answer = self.hear();
            let is_last = answer["id"] == id && answer["waiting"].is_null();
            if is_last && (answer["report"].is_null() || !answer["end"].is_null()) {
                return answer;
            }
        }
    }

    /// Asserts that it gets a move from Tengen, by an order with this number.
    pub fn assert_served(&mut self, id: u64) {
        self.say(json!({ "id": id, "do": "think", "level": 1, "game": game("") }));
        assert!(self.finish(id)["move"].is_string());
    }
}

/// A game on 9x9 with these moves.
pub fn game(moves: &str) -> Value {
    json!({ "size": [9, 9], "rules": "chinese", "komi": 7, "moves": moves })
}
